//! The fourth step of a run: reads the staged file back and checks it against the input.

use clump_core::anonymize::Method as _;
use clump_core::facts::{FactTable, TableSpec};
use clump_core::progress::Progress;
use clump_core::promise::PropertyName;
use clump_io::Input;
use clump_io::release::read_release;

use super::make::{MadeLines, MadeRelease, MadeRows, MadeTables};
use super::open_ledger::OpenLedger;
use super::stage::StagedRelease;
use crate::RunError;
use crate::check::ceiling::Places;
use crate::check::facts::{ExactCounts, Shown, check_facts_against, read_table, subtracted, texts};
use crate::check::lines::check_lines_against;
use crate::check::listed::{listed_in_facts, listed_in_rows};
use crate::check::pieces::of_pieces;
use crate::check::property::OtherReleases;
use crate::check::{Checked, check_against};
use crate::job::Job;
use crate::release::checked_release::FileForm;

impl MadeRelease {
    pub fn check(
        &self,
        staged: &StagedRelease,
        ledger: Option<&OpenLedger>,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<Checked, RunError> {
        match self {
            MadeRelease::Rows(made) => {
                let others = ledger.and_then(|ledger| ledger.other_pieces(made));
                let others = match &others {
                    Some(pieces) => Some(OtherReleases::Pieces(pieces)),
                    None => ledger.and_then(OpenLedger::candidates).map(OtherReleases::Groups),
                };
                made.check(staged, others, job, progress)
            }
            MadeRelease::Lines(made) => made.check(staged),
            MadeRelease::Facts(made) => made.check(staged, job, progress),
        }
    }
}

impl MadeRows {
    /// Checks every row of the staged file against the transactions that it was made of.
    pub fn check(
        &self,
        staged: &StagedRelease,
        in_ledger: Option<OtherReleases<'_>>,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<Checked, RunError> {
        let MadeRows { data, rows, claim, .. } = self;
        let FileForm::Rows(format, layout) = staged.form else { unreachable!("rows were written") };
        let read_back = read_release(&Input::from(staged.file().path()), format, layout, &progress.untold())
            .map_err(crate::CheckError::from)?;
        let places = if claim.promise.has(PropertyName::Ceiling) {
            Places::of_data(&data.taxonomy, job)?
        } else {
            Places::in_tree(&data.taxonomy)
        };
        let checked = check_against(
            &read_back,
            claim,
            (rows.release(data).0, &data.taxonomy),
            &staged.line_of_each,
            Some(&places),
            in_ledger,
        )?;
        let never = job.guards.never.list.as_deref();
        let listed = never.map(|never| listed_in_rows(&read_back, never)).transpose()?;
        let wrong = rows.cut().map_or(0, |cut| of_pieces(&read_back, cut, data, &staged.line_of_each));
        Ok(Checked { listed, ..checked }.with_pieces(wrong))
    }
}

impl MadeLines {
    /// Checks the staged file by counting its lines again in the log.
    pub fn check(&self, staged: &StagedRelease) -> Result<Checked, RunError> {
        let MadeLines { lines, promise, .. } = self;
        let FileForm::Lines(layout) = staged.form else { unreachable!("lines were written") };
        let path = staged.file().path();
        let table = layout.read(path)?;
        Ok(check_lines_against(path, &table, promise, &lines.log)?)
    }
}

impl MadeTables {
    /// Checks every number of the staged files against the exact counts of the log, and that no two tables show few
    /// people by subtraction.
    pub fn check(
        &self,
        staged: &StagedRelease,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<Checked, RunError> {
        let (format, columns) = match &staged.form {
            FileForm::Facts(format, columns) => (format, std::slice::from_ref(columns)),
            FileForm::Tables(format, columns) => (format, columns.as_slice()),
            FileForm::Rows(..) | FileForm::Lines(_) => unreachable!("tables were written"),
        };
        let promise = self.method.promise();
        let needs_places = promise.has(PropertyName::Ceiling) || promise.has(PropertyName::Certainty);
        let never = job.guards.never.list.as_deref();
        let (mut parts, mut tables) = (Vec::new(), Vec::new());
        for (at, (file, columns)) in staged.files.iter().zip(columns).enumerate() {
            let input = Input::from(file.path());
            let read_back = read_table(&input, *format, Some(columns), &progress.untold())
                .map_err(crate::CheckError::from)?;
            let exact = ExactCounts::of(&self.log.tables[at].counted);
            let places = needs_places.then(|| Places::of_labels(job, texts(&read_back))).transpose()?;
            let parameters = self.method.tabulate[at].parameters();
            let noisy = self.noisy.as_ref().map(ExactCounts::of);
            let shown = noisy.as_ref().map_or(Shown::Exactly(&exact), |noisy| Shown::Noisy(Some(noisy)));
            let checked =
                check_facts_against(&read_back, &promise, parameters, &exact, shown, places.as_ref());
            let listed = never.map(|never| listed_in_facts(&read_back, never)).transpose()?;
            parts.push((parameters.spec.to_string(), Checked { listed, ..checked }.settled()));
            tables.push((&parameters.spec, read_back));
        }
        let tables: Vec<(&TableSpec, &FactTable)> =
            tables.iter().map(|(spec, table)| (*spec, table)).collect();
        let found = subtracted(&tables, self.method.first().parameters());
        Ok(Checked::of_tables(parts).with_subtracted(found))
    }
}
