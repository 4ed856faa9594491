//! The reports of a job about its release: pages, report, audit, and further files that the reports need.

use std::path::PathBuf;

use clump_report::{Date, Noun, Title};

use super::echo::Echo;
use super::keys::{AssessKeys, NounKeys, ReportKeys};
use crate::methods::WorksOn;

/// Files of the reports, and settings of their content.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ReportSettings {
    /// File of the public page. The private page is written next to it. `None` for no pages.
    pub page: Option<PathBuf>,
    /// True to return both pages in [`Published::pages`](crate::Published::pages). No key sets it.
    pub returns_pages: bool,
    /// The heading of the pages; `None` to use the promise.
    pub title: Option<Title>,
    /// The word for an owner on pages and in the summary, such as `patient` or `person/people`.
    pub noun: Noun,
    /// The date on the pages; `None` for today in UTC.
    pub date: Option<Date>,
    /// File of the private report with all measures; `None` for no report.
    pub report: Option<PathBuf>,
    /// File of the private list of owners and their published rows.
    pub audit: Option<PathBuf>,
    /// A log of the population that the owners come from. It measures the risk from an attacker who does not
    /// know which people are in the data.
    pub population: Option<PathBuf>,
    /// A file of `owner<TAB>label` lines, for the test of a classifier.
    pub labels: Option<PathBuf>,
}

impl ReportSettings {
    /// Takes the keys that a method on `works_on` reads. The keys of pages are only read if there is a page.
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

    /// True if a report or a page shows risk and utility.
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
