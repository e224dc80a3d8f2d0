//! `choice!`: an enum, its keys and its definition.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, Lit, LitStr, Token, Visibility, braced, parenthesized};

pub struct Choices {
    attributes: Vec<Attribute>,
    visibility: Visibility,
    name: Ident,
    options: Punctuated<ChoiceOption, Token![,]>,
}

struct ChoiceOption {
    attributes: Vec<Attribute>,
    variant: Ident,
    key: Lit,
    label: Option<LitStr>,
}

impl Parse for Choices {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        input.parse::<Token![enum]>()?;
        let name = input.parse()?;
        let body;
        braced!(body in input);
        let options = body.parse_terminated(ChoiceOption::parse, Token![,])?;
        Ok(Self { attributes, visibility, name, options })
    }
}

impl Parse for ChoiceOption {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let variant = input.parse()?;
        input.parse::<Token![=]>()?;
        let negative = input.parse::<Option<Token![-]>>()?.is_some();
        let mut key: Lit = input.parse()?;
        if negative && let Lit::Int(number) = &key {
            key = Lit::Int(syn::LitInt::new(&format!("-{number}"), number.span()));
        }
        let mut label = None;
        if input.peek(syn::token::Paren) {
            let inner;
            parenthesized!(inner in input);
            label = Some(inner.parse()?);
        }
        Ok(Self { attributes, variant, key, label })
    }
}

pub fn expand(list: &Choices) -> TokenStream {
    let Choices { attributes, visibility, name, options } = list;
    let doc = crate::doc_of(attributes);
    let name_text = name.to_string();
    let numeric = matches!(options.first().map(|option| &option.key), Some(Lit::Int(_)));
    let variants: Vec<_> = options.iter().map(|option| &option.variant).collect();
    let variant_attributes: Vec<_> = options.iter().map(|option| &option.attributes).collect();
    let variant_texts: Vec<_> = variants.iter().map(ToString::to_string).collect();
    let keys: Vec<_> = options.iter().map(|option| &option.key).collect();
    let labels = options.iter().map(|option| match &option.label {
        Some(label) => quote!(::core::option::Option::Some(#label)),
        None => quote!(::core::option::Option::None),
    });
    let (key_type, key_variant, value_variant, borrow, json_key) = if numeric {
        (quote!(i64), quote!(Int), quote!(Int), quote!(*key), quote!(::cairn_model::kind::ChoiceKind))
    } else {
        (
            quote!(&'static str),
            quote!(Text),
            quote!(Text),
            quote!(key.as_str()),
            quote!(::cairn_model::kind::ChoiceKind),
        )
    };
    quote! {
        #(#attributes)*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #visibility enum #name { #(#(#variant_attributes)* #variants),* }

        impl #name {
            pub const DEF: &'static ::cairn_model::choice::ChoiceDef = &::cairn_model::choice::ChoiceDef {
                name: #name_text,
                doc: #doc,
                options: &[#(::cairn_model::choice::ChoiceOption {
                    key: ::cairn_model::choice::ChoiceKey::#key_variant(#keys),
                    variant: #variant_texts,
                    label: #labels,
                }),*],
            };
            pub const ALL: &'static [Self] = &[#(Self::#variants),*];

            pub const fn key(self) -> #key_type {
                match self { #(Self::#variants => #keys),* }
            }
        }

        impl ::cairn_model::FieldType for #name {
            const KIND: ::cairn_model::Kind = ::cairn_model::Kind::Choice(#json_key(Self::DEF));
            fn from_value(value: ::cairn_model::Value) -> ::core::result::Result<Self, ::std::string::String> {
                if let ::cairn_model::Value::#value_variant(key) = &value {
                    for option in Self::ALL {
                        if option.key() == #borrow {
                            return Ok(*option);
                        }
                    }
                }
                Err(::std::format!("{value:?} is not one of {}", Self::DEF.keys()))
            }
            fn into_value(self) -> ::cairn_model::Value {
                ::cairn_model::Value::from(self.key())
            }
        }

        impl ::cairn_model::Describe for #name {
            fn schema() -> ::serde_json::Value {
                <Self as ::cairn_model::FieldType>::KIND.behaviour().schema()
            }
        }

        impl ::serde::Serialize for #name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                ::serde::Serialize::serialize(&self.key(), serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                let json = <::serde_json::Value as ::serde::Deserialize>::deserialize(deserializer)?;
                let kind = <Self as ::cairn_model::FieldType>::KIND;
                kind.behaviour()
                    .parse(&json)
                    .and_then(<Self as ::cairn_model::FieldType>::from_value)
                    .map_err(::serde::de::Error::custom)
            }
        }
    }
}
