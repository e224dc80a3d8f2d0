//! One sheet, and the two ways in which it is read.

use std::rc::Rc;

use crate::raw::At;

pub struct Sheet {
    pub name: String,
    /// Its number in the log.
    pub number: u16,
    /// Those that have cells.
    pub rows: Vec<Row>,
}

pub struct Row {
    /// From 1, as Excel shows it.
    pub number: u32,
    pub cells: Vec<String>,
}

impl Row {
    pub fn put(&mut self, column: usize, text: &str) {
        if self.cells.len() <= column {
            self.cells.resize(column + 1, String::new());
        }
        text.clone_into(&mut self.cells[column]);
    }

    fn cell(&self, column: usize) -> Option<&str> {
        self.cells.get(column).map(String::as_str).filter(|text| !text.is_empty())
    }
}

impl Sheet {
    pub fn at(&self, row: u32) -> At {
        At { sheet: Some(self.number), line: row, column: 0 }
    }

    /// Keys and values, the way a `_meta` sheet has them.
    pub fn pairs(&self) -> Vec<Pair<'_>> {
        let mut pairs = vec![];
        for row in &self.rows {
            if let Some(key) = row.cell(0) {
                pairs.push(Pair {
                    key: key.to_lowercase(),
                    value: row.cell(1).unwrap_or_default(),
                    at: self.at(row.number),
                });
            }
        }
        pairs
    }

    /// Rows under a header, the way a `_content` sheet has them.
    pub fn records(&self) -> Vec<Record<'_>> {
        let Some((header, rows)) = self.rows.split_first() else { return vec![] };
        let columns: Rc<[String]> = header.cells.iter().map(|name| name.to_lowercase()).collect();
        rows.iter().map(|row| Record { sheet: self, row, columns: Rc::clone(&columns) }).collect()
    }
}

pub struct Pair<'a> {
    pub key: String,
    pub value: &'a str,
    pub at: At,
}

pub struct Record<'a> {
    sheet: &'a Sheet,
    row: &'a Row,
    columns: Rc<[String]>,
}

impl<'a> Record<'a> {
    pub fn at(&self) -> At {
        self.sheet.at(self.row.number)
    }

    pub fn number(&self) -> u32 {
        self.row.number
    }

    /// A cell that is not empty.
    pub fn get(&self, column: &str) -> Option<&'a str> {
        let place = self.columns.iter().position(|name| name == column)?;
        self.row.cell(place)
    }

    /// Every cell with the name of its column, as far as both are there.
    pub fn cells(&self) -> impl Iterator<Item = (&str, &'a str)> {
        self.columns.iter().enumerate().filter_map(|(place, name)| {
            Some((name.as_str(), self.row.cell(place)?)).filter(|(name, _)| !name.is_empty())
        })
    }

    /// A column in other languages: `name[fr]`.
    pub fn translated(&self, column: &str) -> Vec<(&str, &'a str)> {
        self.cells()
            .filter_map(|(name, text)| {
                let (base, language) = split_language(name)?;
                (base == column).then_some((language, text))
            })
            .collect()
    }

    /// The cells of a column and of those beside it that have no name of their own, or a number after it.
    pub fn beside(&self, column: &str) -> Vec<&'a str> {
        let Some(first) = self.columns.iter().position(|name| name.starts_with(column)) else { return vec![] };
        (first..self.row.cells.len())
            .take_while(|place| self.columns.get(*place).is_none_or(|name| name.is_empty() || name.starts_with(column)))
            .map_while(|place| self.row.cell(place))
            .collect()
    }
}

/// `name[fr]` as `name` and `fr`.
pub fn split_language(name: &str) -> Option<(&str, &str)> {
    let (base, rest) = name.split_once('[')?;
    Some((base.trim(), rest.strip_suffix(']')?.trim()))
}
