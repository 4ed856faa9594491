//! Noise and thresholds, against definitions without OpenDP.

mod audit;
mod exact;
mod noise;
