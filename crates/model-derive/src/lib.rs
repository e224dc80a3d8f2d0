//! The macros of `cairn-model`.
//!
//! They are lean on purpose: a static definition and two straight conversions, nothing generic,
//! so that a hundred resources build in seconds.

mod choice;
mod describe;
mod record;

use proc_macro::TokenStream;

/// Makes a struct a resource: its definition, and the way from values to the struct and back.
#[proc_macro_derive(Record, attributes(resource, field))]
pub fn derive_record(input: TokenStream) -> TokenStream {
    expand(syn::parse(input).and_then(|input| record::expand(&input)))
}

/// Gives a serde struct or a plain enum its JSON Schema.
#[proc_macro_derive(Describe, attributes(serde))]
pub fn derive_describe(input: TokenStream) -> TokenStream {
    expand(syn::parse(input).and_then(|input| describe::expand(&input)))
}

/// Makes a closed list: `choice! { /// Doc. pub enum Status { ToDo = "to_do", Done = "done" } }`.
///
/// Keys are texts or whole numbers; a label in brackets replaces the one made from the name:
/// `InDesign = "in_design" ("Design")`.
#[proc_macro]
pub fn choice(input: TokenStream) -> TokenStream {
    expand(syn::parse(input).map(|list| choice::expand(&list)))
}

fn expand(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    result.unwrap_or_else(|error| error.to_compile_error()).into()
}

/// The documentation comment of an item, its lines joined.
fn doc_of(attributes: &[syn::Attribute]) -> String {
    let mut lines = Vec::new();
    for attribute in attributes {
        if let syn::Meta::NameValue(pair) = &attribute.meta
            && pair.path.is_ident("doc")
            && let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &pair.value
        {
            lines.push(text.value().trim().to_owned());
        }
    }
    lines.join(" ").trim().to_owned()
}
