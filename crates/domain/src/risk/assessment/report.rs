//! A risk assessment as a report, and its action plan as a document of its own: PDF files and a workbook.

use std::collections::BTreeMap;

use cairn_assess::ControlStatus;
use cairn_engine::action::{Content, Download, Note};
use cairn_engine::query::{Label, Page, PageRequest, item, load_page};
use cairn_engine::{Cx, Error, Nothing, Object, Result};
use cairn_model::{Record, Value as Stored};
use cairn_report::document::{Block, Cell, Column, Look, Row, Table, Tone};
use cairn_report::language::Text;
use cairn_report::register_words as more;
use cairn_report::{Document, Language, List, Value, media, words};
use cairn_resources::risk::{RiskAssessment, RiskScenario};
use cairn_resources::work::AppliedControl;
use cairn_risk::Stage;
use cairn_risk::heat_map::HeatMap;
use uuid::Uuid;

use super::super::levels::LevelName;
use super::plan::served;
use super::scenarios::Loaded;
use crate::list_query::ListQuery;
use crate::work::applied_control::annual_cost;
use crate::work::applied_control::budget::{self, BudgetOverview};
use crate::work::sight::visible;
use crate::work::told::{self, Told};

/// A longer report would be read by nobody.
const MAX_SCENARIOS: i64 = 5000;

const STAGES: [(Stage, Text); 3] = [
    (Stage::Inherent, more::INHERENT_RISK),
    (Stage::Current, more::CURRENT_RISK),
    (Stage::Residual, more::RESIDUAL_RISK),
];

/// What the documents are made of, as far as the caller sees it.
struct Book {
    loaded: Loaded,
    assessment: Page,
    /// In the order of their references, as in `loaded`.
    scenarios: Page,
    /// The axes and the levels, from the lowest.
    probabilities: Vec<LevelName>,
    impacts: Vec<LevelName>,
    risks: Vec<LevelName>,
    plan: Plan,
    domain: String,
    language: Language,
}

/// The planned controls, those that are due first at the beginning.
struct Plan {
    controls: Page,
    /// What each costs in a year. Empty if nobody estimated it.
    costs: Vec<String>,
    served: BTreeMap<Uuid, Vec<Label>>,
    budget: BudgetOverview,
}

pub async fn pdf(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    let book = Book::load(cx, id).await?;
    told::pdf(cx, &book.report(), book.note())
}

pub async fn plan_pdf(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    let book = Book::load(cx, id).await?;
    told::pdf(cx, &book.action_plan(), book.note())
}

pub async fn plan_xlsx(cx: &mut Cx, id: Uuid, _: Nothing) -> Result<Download> {
    let book = Book::load(cx, id).await?;
    let document = book.action_plan();
    let bytes = cairn_report::workbook(&document, vec![book.list()], cx.today());
    let bytes = bytes.map_err(|error| Error::TooLarge(error.to_string()))?;
    Ok(Download::new(&format!("{}.xlsx", document.title), media::XLSX, Content::Bytes(bytes), book.note()))
}

impl Plan {
    async fn load(cx: &mut Cx, id: Uuid) -> Result<Self> {
        let served = served(cx, id).await?;
        let wanted: Vec<Uuid> = served.keys().copied().collect();
        let resource = cx.resource::<AppliedControl>();
        let mut select = visible(cx, resource);
        select.any_of("id", Stored::Uuids(wanted.clone()));
        select.order_by("t.eta nulls last").order_by("lower(t.name)").order_by("t.id");
        let controls = load_page(cx, resource, select, PageRequest { limit: MAX_SCENARIOS, offset: 0 }).await?;
        let structs: Vec<AppliedControl> = controls.objects.iter().map(Object::decode).collect::<Result<_>>()?;
        let amounts = annual_cost(cx, &structs).await?;
        let language = told::language(cx);
        let cost = |(control, amount): (&AppliedControl, &String)| {
            let cost = control.cost.as_ref()?;
            Some(language.money(amount.parse().unwrap_or_default(), &cost.0.currency))
        };
        let costs = structs.iter().zip(&amounts).map(|one| cost(one).unwrap_or_default()).collect();
        let budget = budget::of_controls(cx, &ListQuery::default(), wanted).await?;
        Ok(Self { controls, costs, served, budget })
    }
}

impl Book {
    async fn load(cx: &mut Cx, id: Uuid) -> Result<Self> {
        let loaded = Loaded::load(cx, id).await?;
        let assessment = item(cx, cx.resource::<RiskAssessment>(), id).await?;
        let resource = cx.resource::<RiskScenario>();
        let mut select = visible(cx, resource);
        select.equals("risk_assessment", id).order_by("t.ref_id").order_by("t.id");
        let scenarios = load_page(cx, resource, select, PageRequest { limit: MAX_SCENARIOS, offset: 0 }).await?;
        if scenarios.count > MAX_SCENARIOS {
            let all = scenarios.count;
            let words = format!("It has {all} scenarios. A report can contain at most {MAX_SCENARIOS}.");
            return Err(Error::TooLarge(words));
        }
        let plan = Plan::load(cx, id).await?;
        let (probabilities, impacts) = (loaded.grid.probabilities(cx), loaded.grid.impacts(cx));
        let (risks, domain) = (loaded.grid.risks(cx), told::domain(cx, assessment.objects[0].folder()));
        let language = told::language(cx);
        Ok(Self { loaded, assessment, scenarios, probabilities, impacts, risks, plan, domain, language })
    }

    fn note(&self) -> Note {
        let one = &self.loaded.assessment;
        Note::downloaded(RiskAssessment::PATH, one.id.uuid(), &one.name, one.folder.uuid())
    }

    fn say(&self, text: Text) -> String {
        self.language.say(text).to_owned()
    }

    fn heading(&self, level: u8, text: Text) -> Block {
        Block::Heading { level, text: self.say(text) }
    }

    fn head(&self) -> Told<'_> {
        Told { page: &self.assessment, row: 0, language: self.language }
    }

    fn all(&self) -> impl Iterator<Item = Told<'_>> {
        (0..self.scenarios.objects.len()).map(|row| Told { page: &self.scenarios, row, language: self.language })
    }

    fn document(&self, kind: Text, blocks: Vec<Block>) -> Document {
        let head = self.head();
        let facts = head.facts([
            (words::DOMAIN, self.domain.clone()),
            (words::PERIMETER, head.reference("perimeter")),
            (words::REF, head.text("ref_id")),
            (words::STATUS, head.choice("status", more::choice)),
            (more::VERSION, head.text("version")),
            (more::RISK_MATRIX, head.reference("risk_matrix")),
            (more::RISK_TOLERANCE, self.level(self.loaded.assessment.risk_tolerance)),
            (words::DUE, head.text("due_date")),
            (words::AUTHORS, head.related("authors")),
            (words::REVIEWERS, head.related("reviewers")),
        ]);
        Document { language: self.language, kind: self.say(kind), title: head.text("name"), facts, blocks }
    }

    fn report(&self) -> Document {
        let head = self.head();
        let mut blocks = vec![self.heading(1, words::SUMMARY)];
        blocks.extend([head.text("description"), head.text("observation")].into_iter().filter_map(markdown));
        if self.scenarios.objects.is_empty() {
            blocks.push(Block::Note(self.say(more::NO_SCENARIOS)));
            return self.document(more::RISK_REPORT, blocks);
        }
        blocks.extend(self.summary());
        for (stage, title) in STAGES {
            blocks.extend(self.heat_map(stage, title));
        }
        blocks.push(self.heading(1, more::SCENARIOS));
        blocks.push(Block::Table(self.scenario_table()));
        blocks.extend((0..self.scenarios.objects.len()).flat_map(|row| self.details(row)));
        blocks.extend(self.plan_blocks());
        self.document(more::RISK_REPORT, blocks)
    }

    fn action_plan(&self) -> Document {
        self.document(words::ACTION_PLAN, self.plan_blocks())
    }

    /// How many scenarios have which level, before and after.
    fn summary(&self) -> [Block; 2] {
        let tolerance = self.loaded.assessment.risk_tolerance;
        let above = |field: &str| {
            let level = |one: &Told<'_>| one.number(field).unwrap_or(-1);
            self.all().filter(|one| tolerance >= 0 && level(one) > tolerance).count()
        };
        let mut figures = vec![(self.say(more::SCENARIOS), self.language.count(self.scenarios.objects.len()))];
        if tolerance >= 0 {
            figures.push((self.say(more::ABOVE_TOLERANCE), self.language.count(above("current_level"))));
            figures.push((self.say(more::STILL_ABOVE_TOLERANCE), self.language.count(above("residual_level"))));
        }
        let mut columns = vec![Column::new(&self.say(more::RISK_LEVEL), 3)];
        columns.extend(STAGES.map(|(_, title)| Column::number(&self.say(title), 2)));
        let unrated = LevelName { value: -1, name: self.say(more::NOT_RATED), hexcolor: String::new() };
        let rows = self.risks.iter().rev().chain([&unrated]).map(|level| {
            let count = |(stage, _): (Stage, Text)| {
                let field = format!("{}_level", stage.as_str());
                let count = self.all().filter(|one| one.number(&field).unwrap_or(-1) == level.value).count();
                Cell::text(self.language.count(count))
            };
            let mut cells = vec![self.cell(level.name.clone(), level.value)];
            cells.extend(STAGES.map(count));
            Row::Cells(cells)
        });
        let rows = rows.collect();
        [Block::Figures(figures), Block::Table(Table { columns, rows })]
    }

    /// The matrix with the references of the scenarios, the most probable row first. Nothing if none is rated.
    fn heat_map(&self, stage: Stage, title: Text) -> Vec<Block> {
        let map = HeatMap::of(&self.loaded.grid.matrix, &self.loaded.ratings, stage);
        if map.unrated.len() == self.loaded.rows.len() {
            return Vec::new();
        }
        let mut columns = vec![Column::new(&self.say(more::PROBABILITY_BY_IMPACT), 16)];
        columns.extend(self.impacts.iter().map(|impact| Column::new(&impact.name, 14)));
        let row = |probability: &LevelName, cells: &[cairn_risk::heat_map::Cell]| {
            let mut row = vec![Cell::default().and(probability.name.clone(), Look::Strong)];
            row.extend(cells.iter().map(|cell| {
                let level = i64::try_from(cell.level).unwrap_or(-1);
                let refs: Vec<&str> = cell.scenarios.iter().map(|at| self.loaded.rows[*at].ref_id.as_str()).collect();
                self.cell(self.level(level), level).and(refs.join(", "), Look::Strong)
            }));
            Row::Cells(row)
        };
        let by_probability = self.probabilities.iter().zip(map.cells.chunks(self.impacts.len().max(1)));
        let mut rows: Vec<Row> = by_probability.map(|(probability, cells)| row(probability, cells)).collect();
        rows.reverse();
        let mut blocks = vec![self.heading(2, title), Block::Table(Table { columns, rows })];
        if !map.unrated.is_empty() {
            let refs: Vec<&str> = map.unrated.iter().map(|at| self.loaded.rows[*at].ref_id.as_str()).collect();
            blocks.push(Block::Facts(vec![(self.say(more::NOT_RATED), refs.join(", "))]));
        }
        blocks
    }

    fn scenario_table(&self) -> Table {
        let columns = vec![
            Column::new(&self.say(more::SCENARIO), 30),
            Column::new(&self.say(more::INHERENT_RISK), 13),
            Column::new(&self.say(more::CURRENT_RISK), 13),
            Column::new(&self.say(more::RESIDUAL_RISK), 13),
            Column::new(&self.say(more::TREATMENT), 13),
            Column::new(&self.say(more::OWNERS), 18),
        ];
        let cells = |one: Told<'_>| {
            let mut cells = vec![Cell::default().and(title(one), Look::Strong).and(one.related("assets"), Look::Soft)];
            for (stage, _) in STAGES {
                let level = one.number(&format!("{}_level", stage.as_str())).unwrap_or(-1);
                cells.push(self.cell(self.level(level), level));
            }
            cells.push(Cell::text(one.choice("treatment", more::treatment)));
            cells.push(Cell::text(one.related("owner")));
            Row::Cells(cells)
        };
        Table { columns, rows: self.all().map(cells).collect() }
    }

    /// What does not fit into a table.
    fn details(&self, row: usize) -> Vec<Block> {
        let one = Told { page: &self.scenarios, row, language: self.language };
        let mut facts = Vec::new();
        for (stage, title) in STAGES {
            facts.push((title, self.rated(one, stage)));
        }
        facts.extend([
            (more::TREATMENT, one.choice("treatment", more::treatment)),
            (words::JUSTIFICATION, one.text("justification")),
            (more::OWNERS, one.related("owner")),
            (more::THREATS, one.related("threats")),
            (more::ASSETS, one.related("assets")),
            (more::EXISTING_CONTROLS, one.related("existing_applied_controls")),
            (more::PLANNED_CONTROLS, one.related("applied_controls")),
        ]);
        let head = [Block::Heading { level: 2, text: title(one) }, Block::Facts(one.facts(facts))];
        let texts = [one.text("description"), one.text("existing_controls")];
        head.into_iter().chain(texts.into_iter().filter_map(markdown)).collect()
    }

    fn plan_blocks(&self) -> Vec<Block> {
        let title = self.heading(1, words::ACTION_PLAN);
        if self.plan.controls.objects.is_empty() {
            return vec![title, Block::Note(self.say(more::NO_PLANNED_CONTROLS))];
        }
        let budget = &self.plan.budget;
        let money = |amount: f64| self.language.money(amount, &budget.currency);
        let mut figures = vec![
            (self.say(words::CONTROLS), self.language.count(self.plan.controls.objects.len())),
            (self.say(words::COST_TOTAL), money(budget.total_annual_cost)),
        ];
        figures.extend(
            budget
                .other_currencies
                .iter()
                .map(|other| (self.say(words::COST_TOTAL), self.language.money(other.total, &other.currency))),
        );
        let columns = vec![
            Column::new(&self.say(words::STATUS), 3),
            Column::number(&self.say(words::CONTROLS), 2),
            Column::number(&self.say(words::COST), 2),
        ];
        let rows = budget.by_status.iter().filter(|group| group["count"].as_u64() != Some(0)).map(|group| {
            let status = group["key"].as_str().and_then(ControlStatus::parse).unwrap_or(ControlStatus::Undefined);
            let count = group["count"].as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or_default();
            Row::Cells(vec![
                Cell::text(self.say(words::control_status(status))),
                Cell::text(self.language.count(count)),
                Cell::text(money(group["total"].as_f64().unwrap_or_default())),
            ])
        });
        let by_status = Table { columns, rows: rows.collect() };
        vec![title, Block::Figures(figures), Block::Table(by_status), Block::Table(self.plan_table())]
    }

    fn planned(&self) -> impl Iterator<Item = Told<'_>> {
        let controls = &self.plan.controls;
        (0..controls.objects.len()).map(|row| Told { page: controls, row, language: self.language })
    }

    fn plan_table(&self) -> Table {
        let columns = vec![
            Column::new(&self.say(words::CONTROL), 31),
            Column::new(&self.say(words::OWNER), 15),
            Column::new(&self.say(words::STATUS), 13),
            Column::new(&self.say(words::IMPLEMENTATION_DUE), 16),
            Column::number(&self.say(words::COST), 12),
            Column::new(&self.say(more::SCENARIOS), 20),
        ];
        let cells = |one: Told<'_>| {
            Row::Cells(vec![
                Cell::default().and(title(one), Look::Strong),
                Cell::text(one.related("owner")),
                Cell::text(self.status(one)),
                Cell::text(one.text("eta")),
                Cell::text(self.plan.costs[one.row].clone()),
                Cell::text(self.scenarios_of(one)),
            ])
        };
        Table { columns, rows: self.planned().map(cells).collect() }
    }

    fn list(&self) -> List {
        let columns = [
            (words::REF, 12.0),
            (words::NAME, 40.0),
            (words::DESCRIPTION, 60.0),
            (words::STATUS, 14.0),
            (words::PRIORITY, 10.0),
            (words::EFFORT, 10.0),
            (words::IMPLEMENTATION_DUE, 16.0),
            (words::COST, 14.0),
            (more::OWNERS, 24.0),
            (more::SCENARIOS, 50.0),
        ];
        let row = |one: Told<'_>| {
            vec![
                Value::Text(one.text("ref_id")),
                Value::Text(one.text("name")),
                Value::Text(one.text("description")),
                Value::Text(self.status(one)),
                Value::Text(one.number("priority").map(|priority| format!("P{priority}")).unwrap_or_default()),
                Value::Text(one.text("effort")),
                Value::Date(one.date("eta")),
                Value::Text(self.plan.costs[one.row].clone()),
                Value::Text(one.related("owner")),
                Value::Text(self.scenarios_of(one)),
            ]
        };
        List {
            name: self.say(words::ACTION_PLAN),
            columns: columns.into_iter().map(|(title, width)| (self.say(title), width)).collect(),
            rows: self.planned().map(row).collect(),
        }
    }

    fn status(&self, control: Told<'_>) -> String {
        let key = control.page.objects[control.row].get("status").as_str();
        let status = key.and_then(ControlStatus::parse).unwrap_or(ControlStatus::Undefined);
        self.say(words::control_status(status))
    }

    fn scenarios_of(&self, control: Told<'_>) -> String {
        let served = self.plan.served.get(&control.page.objects[control.row].id());
        served.into_iter().flatten().map(|label| label.text.clone()).collect::<Vec<_>>().join(", ")
    }

    /// The name of a level of risk. Empty if it is not rated.
    fn level(&self, level: i64) -> String {
        let known = usize::try_from(level).ok().and_then(|at| self.risks.get(at));
        known.map(|level| level.name.clone()).unwrap_or_default()
    }

    /// A level with the scores that it follows from.
    fn rated(&self, one: Told<'_>, stage: Stage) -> String {
        let stage = stage.as_str();
        let score = |axis: &str, names: &[LevelName]| {
            let at = one.number(&format!("{stage}_{axis}")).and_then(|at| usize::try_from(at).ok());
            at.and_then(|at| names.get(at)).map(|level| level.name.clone())
        };
        let scores = score("proba", &self.probabilities).zip(score("impact", &self.impacts));
        let level = self.level(one.number(&format!("{stage}_level")).unwrap_or(-1));
        scores.map(|(probability, impact)| format!("{level} ({probability} × {impact})")).unwrap_or_default()
    }

    /// A cell in the colour that the matrix has for a level.
    fn cell(&self, text: String, level: i64) -> Cell {
        let known = usize::try_from(level).ok().and_then(|at| self.risks.get(at));
        Cell::toned(text, self.tone(level)).filled(known.map_or("", |level| &level.hexcolor))
    }

    /// The colour of a level that has none in the matrix, from the lowest to the highest.
    fn tone(&self, level: i64) -> Tone {
        let highest = i64::try_from(self.risks.len()).unwrap_or(1).max(2) - 1;
        match level {
            ..0 => Tone::Open,
            level if level >= highest => Tone::Bad,
            level if level * 4 <= highest => Tone::Good,
            _ => Tone::Warn,
        }
    }
}

fn title(one: Told<'_>) -> String {
    format!("{} {}", one.text("ref_id"), one.text("name")).trim().to_owned()
}

/// Multi-line texts are Markdown, written by whoever filled in the field.
fn markdown(text: String) -> Option<Block> {
    (!text.is_empty()).then_some(Block::Markdown(text))
}
