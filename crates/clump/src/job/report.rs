//! The reports of a job in addition to its release: pages, report, audit, and the inputs of their assessment.

use std::path::PathBuf;

use clump_report::{Date, Noun, Title};

use super::echo::Echo;
use super::keys::{AssessKeys, NounKeys, ReportKeys};
use crate::methods::WorksOn;

/// Settings of the reports.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ReportSettings {
    /// File of the page that may be published; the private page is beside it.
    pub page: Option<PathBuf>,
    /// True to return both pages in [`Published::pages`](crate::Published::pages). No key sets it.
    pub returns_pages: bool,
    /// The heading of the pages; if not given, it states the promise.
    pub title: Option<Title>,
    /// Word for owners on the pages and in the summary: `patient`, or `person/people`.
    pub noun: Noun,
    /// The day on the pages; today, in UTC, when not given.
    pub date: Option<Date>,
    /// File of the private report.
    pub report: Option<PathBuf>,
    /// File of the private list of owners and their released rows.
    pub audit: Option<PathBuf>,
    /// A log of the people whom the owners come from, for the risk of an attacker who does not know who is in
    /// the data.
    pub population: Option<PathBuf>,
    /// A file of `owner<TAB>label` lines, for the classification metric.
    pub labels: Option<PathBuf>,
}

impl ReportSettings {
    /// Takes the keys for a method that works on `works_on`: those of pages only if there is a page.
    pub(super) fn take(
        keys: &mut ReportKeys,
        noun: &mut NounKeys,
        assess: &mut AssessKeys,
        works_on: WorksOn,
    ) -> ReportSettings {
        let mut settings = ReportSettings {
            noun: noun.noun.take().unwrap_or_default(),
            report: keys.report.take(),
            ..ReportSettings::default()
        };
        if works_on != WorksOn::Lines {
            settings.page = keys.page.take();
            if settings.page.is_some() {
                settings.title = keys.title.take();
                settings.date = keys.date.take();
            }
        }
        if works_on == WorksOn::Transactions {
            settings.audit = keys.audit.take();
            if settings.is_assessed() {
                settings.population = assess.population.take();
                settings.labels = assess.labels.take();
            }
        }
        settings
    }

    /// True if risk and use are shown anywhere.
    pub fn is_assessed(&self) -> bool {
        self.report.is_some() || self.page.is_some() || self.returns_pages
    }

    pub(super) fn echo(&self, echo: &mut Echo) {
        let ReportSettings { page, title, noun, date, report, audit, population, labels, returns_pages: _ } =
            self;
        echo.put("page", page);
        echo.put("title", title);
        echo.put("noun", noun);
        echo.put("date", date);
        echo.put("report", report);
        echo.put("audit", audit);
        echo.put("population", population);
        echo.put("labels", labels);
    }
}
