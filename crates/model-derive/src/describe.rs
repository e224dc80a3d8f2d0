//! `#[derive(Describe)]`: the JSON Schema of a serde struct or of an enum without data.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Fields};

pub fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let doc = crate::doc_of(&input.attrs);
    let (generics, type_generics, bounds) = input.generics.split_for_impl();
    let body = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => {
                let mut properties = Vec::new();
                for field in &fields.named {
                    let serde = SerdeOptions::of(&field.attrs)?;
                    if serde.skip {
                        continue;
                    }
                    let ident = field.ident.as_ref().expect("a named field has a name");
                    let key = serde.rename.unwrap_or_else(|| ident.to_string().trim_start_matches("r#").to_owned());
                    let (kind, doc, default) = (&field.ty, crate::doc_of(&field.attrs), serde.default);
                    properties.push(quote! {
                        (#key, #doc, <#kind as ::cairn_model::Describe>::schema(),
                         #default || <#kind as ::cairn_model::Describe>::optional())
                    });
                }
                quote!(::cairn_model::describe::object(#doc, ::std::vec![#(#properties),*]))
            }
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                let kind = &fields.unnamed[0].ty;
                quote!(<#kind as ::cairn_model::Describe>::schema())
            }
            other => return Err(syn::Error::new_spanned(other, "Describe needs named fields or one wrapped value")),
        },
        Data::Enum(data) => {
            let mut keys = Vec::new();
            for variant in &data.variants {
                if !matches!(variant.fields, Fields::Unit) {
                    return Err(syn::Error::new_spanned(variant, "Describe takes enums without data"));
                }
                let rename = SerdeOptions::of(&variant.attrs)?.rename;
                keys.push(rename.unwrap_or_else(|| snake_case(&variant.ident.to_string())));
            }
            quote!(::serde_json::json!({ "type": "string", "enum": [#(#keys),*] }))
        }
        Data::Union(_) => return Err(syn::Error::new_spanned(name, "Describe does not take unions")),
    };
    Ok(quote! {
        impl #generics ::cairn_model::Describe for #name #type_generics #bounds {
            fn schema() -> ::serde_json::Value { #body }
        }
    })
}

#[derive(Default)]
struct SerdeOptions {
    rename: Option<String>,
    default: bool,
    skip: bool,
}

impl SerdeOptions {
    fn of(attributes: &[syn::Attribute]) -> syn::Result<Self> {
        let mut options = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("rename") {
                    options.rename = Some(meta.value()?.parse::<syn::LitStr>()?.value());
                } else if meta.path.is_ident("default") || meta.path.is_ident("skip_serializing_if") {
                    options.default = true;
                    if meta.input.peek(syn::Token![=]) {
                        meta.value()?.parse::<syn::Expr>()?;
                    }
                } else if meta.path.is_ident("skip") {
                    options.skip = true;
                } else if meta.input.peek(syn::Token![=]) {
                    meta.value()?.parse::<syn::Expr>()?;
                }
                Ok(())
            })?;
        }
        Ok(options)
    }
}

/// Enums in payloads are written with `#[serde(rename_all = "snake_case")]`.
fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for (position, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && position > 0 {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}
