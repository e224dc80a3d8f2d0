//! `#[derive(Record)]`: the static definition of a resource, `decode` and `encode`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Fields, Lit, LitInt, LitStr, Type};

pub fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let Data::Struct(data) = &input.data else {
        return Err(syn::Error::new_spanned(name, "Record is for structs"));
    };
    let Fields::Named(named) = &data.fields else {
        return Err(syn::Error::new_spanned(name, "Record needs named fields"));
    };
    let resource = ResourceOptions::of(input)?;

    let mut definitions = Vec::new();
    let mut decoders = Vec::new();
    let mut encoders = Vec::new();
    let mut names = Vec::new();
    for (position, field) in named.named.iter().enumerate() {
        let ident = field.ident.as_ref().expect("a named field has a name");
        let text = ident.to_string().trim_start_matches("r#").to_owned();
        if (position == 0) != (text == "id") {
            return Err(syn::Error::new_spanned(ident, "the first field, and only it, is `id`"));
        }
        let kind = &field.ty;
        definitions.push(FieldOptions::of(field)?.definition(&text, kind));
        if position == 0 {
            definitions.push(time_definition("created_at", "When it was created."));
            definitions.push(time_definition("updated_at", "When it was last changed."));
        }
        let at = if position == 0 { 0 } else { position + 2 };
        decoders.push(quote! {
            #ident: <#kind as ::cairn_model::FieldType>::from_value(::core::mem::take(&mut values[#at]))
                .map_err(|error| ::std::format!("{}: {error}", #text))?
        });
        encoders.push(quote!(<#kind as ::cairn_model::FieldType>::into_value(self.#ident)));
        names.push(text);
    }
    let first = encoders.remove(0);
    let has = |field: &str| names.iter().any(|name| name == field);
    if resource.own_id == has("folder") {
        return Err(syn::Error::new_spanned(name, "a resource has a `folder`, or is scoped by its `own_id`"));
    }

    let ResourceOptions { path, event, order, unique, carries, read_only, .. } = &resource;
    let table = path.replace(['-', '/'], "_");
    let type_name = name.to_string();
    let doc = crate::doc_of(&input.attrs);
    let display = resource.display.clone().unwrap_or_else(|| "{t}.name".to_owned());
    let (within, published_within) = (&resource.within, resource.published_within);
    if let Some(missing) = within.iter().find(|field| !has(field)) {
        return Err(syn::Error::new_spanned(name, format!("`within` names `{missing}`, which is no field")));
    }
    let scope = match (resource.own_id, within.is_empty()) {
        (true, _) => quote!(OwnId),
        (false, true) => quote!(Folder),
        (false, false) => quote!(Within(::cairn_model::def::Within {
            fields: &[#(#within),*],
            published: #published_within,
        })),
    };
    let published = match (resource.always_published, has("is_published")) {
        (true, _) => quote!(Always),
        (false, true) => quote!(Field),
        (false, false) => quote!(Never),
    };
    let mine = resource.mine();
    let definition = format_ident!("DEFINITION");
    let count = definitions.len();
    Ok(quote! {
        impl ::cairn_model::Record for #name {
            const PATH: &'static str = #path;

            fn def() -> &'static ::cairn_model::ResourceDef {
                static #definition: ::cairn_model::ResourceDef = ::cairn_model::ResourceDef {
                    path: #path,
                    table: #table,
                    model: #event,
                    type_name: #type_name,
                    doc: #doc,
                    fields: &[#(#definitions),*],
                    display: #display,
                    order: #order,
                    unique: &[#(#unique),*],
                    scope: ::cairn_model::ScopeRule::#scope,
                    published: ::cairn_model::Published::#published,
                    mine: ::cairn_model::def::Mine::#mine,
                    carries: &[#(#carries),*],
                    read_only: #read_only,
                };
                &#definition
            }

            fn decode(mut values: ::std::vec::Vec<::cairn_model::Value>)
                -> ::core::result::Result<Self, ::std::string::String>
            {
                if values.len() != #count {
                    return Err(::std::format!("expected {} values, found {}", #count, values.len()));
                }
                Ok(Self { #(#decoders),* })
            }

            fn encode(self) -> ::std::vec::Vec<::cairn_model::Value> {
                ::std::vec![
                    #first,
                    ::cairn_model::Value::Null,
                    ::cairn_model::Value::Null,
                    #(#encoders),*
                ]
            }
        }
    })
}

fn time_definition(name: &str, doc: &str) -> TokenStream {
    quote! {
        ::cairn_model::FieldDef {
            name: #name,
            doc: #doc,
            kind: <::cairn_model::Timestamp as ::cairn_model::FieldType>::KIND,
            nullable: false,
            default: ::cairn_model::def::DefaultValue::None,
            search: false,
            read_only: true,
            secret: false,
            accepted: false,
            stored: true,
            immutable: false,
            on_delete: ::cairn_model::def::OnDelete::Cascade,
            shows: &[],
        }
    }
}

struct ResourceOptions {
    path: String,
    event: String,
    order: String,
    display: Option<String>,
    unique: Vec<String>,
    mine: Option<String>,
    own_id: bool,
    within: Vec<String>,
    published_within: bool,
    always_published: bool,
    carries: Vec<String>,
    read_only: bool,
}

impl ResourceOptions {
    fn of(input: &DeriveInput) -> syn::Result<Self> {
        let mut options = Self {
            path: String::new(),
            event: input.ident.to_string().to_lowercase(),
            order: "created_at".to_owned(),
            display: None,
            unique: Vec::new(),
            mine: None,
            own_id: false,
            within: Vec::new(),
            published_within: false,
            always_published: false,
            carries: Vec::new(),
            read_only: false,
        };
        for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("resource")) {
            attribute.parse_nested_meta(|meta| {
                let key = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
                let text = || -> syn::Result<String> { Ok(meta.value()?.parse::<LitStr>()?.value()) };
                match key.as_str() {
                    "path" => options.path = text()?,
                    "event" => options.event = text()?,
                    "order" => options.order = text()?,
                    "display" => options.display = Some(text()?),
                    "unique" => options.unique.push(text()?),
                    "mine" => options.mine = Some(text()?),
                    "own_id" => options.own_id = true,
                    "within" => options.within = text()?.split(',').map(|field| field.trim().to_owned()).collect(),
                    "published_within" => options.published_within = true,
                    "always_published" => options.always_published = true,
                    "carries" => options.carries = text()?.split(',').map(|what| what.trim().to_owned()).collect(),
                    "read_only" => options.read_only = true,
                    _ => return Err(meta.error("unknown option of a resource")),
                }
                Ok(())
            })?;
        }
        if options.path.is_empty() {
            return Err(syn::Error::new_spanned(&input.ident, "#[resource(path = \"…\")] is missing"));
        }
        Ok(options)
    }

    fn mine(&self) -> TokenStream {
        match self.mine.as_deref() {
            None => quote!(Nothing),
            Some("user") => quote!(User),
            Some("folder") => quote!(Folder),
            Some(rule) => match rule.split_once(':') {
                Some(("through", field)) => quote!(Through(#field)),
                Some(("named_by", by)) => {
                    let (path, field) = by.split_once('.').unwrap_or((by, ""));
                    quote!(NamedBy(#path, #field))
                }
                Some((_, field)) => quote!(Actors(#field)),
                None => quote!(Actors(#rule)),
            },
        }
    }
}

#[derive(Default)]
struct FieldOptions {
    doc: String,
    search: bool,
    read_only: bool,
    secret: bool,
    accepted: bool,
    input: bool,
    immutable: bool,
    default: Option<Lit>,
    on_delete: Option<String>,
    shows: Vec<String>,
    refinements: Vec<TokenStream>,
}

impl FieldOptions {
    fn of(field: &syn::Field) -> syn::Result<Self> {
        let mut options = Self { doc: crate::doc_of(&field.attrs), ..Self::default() };
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("field")) {
            attribute.parse_nested_meta(|meta| {
                let key = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
                match key.as_str() {
                    "search" => options.search = true,
                    "read_only" => options.read_only = true,
                    "secret" => options.secret = true,
                    // Stored, taken from requests, never shown.
                    "write_only" => (options.secret, options.accepted) = (true, true),
                    // Taken from requests for the rules to see, and forgotten.
                    "input" => (options.secret, options.accepted, options.input) = (true, true, true),
                    "immutable" => options.immutable = true,
                    "default" => {
                        let value = meta.value()?;
                        let negative = value.parse::<Option<syn::Token![-]>>()?.is_some();
                        let mut literal: Lit = value.parse()?;
                        if negative && let Lit::Int(number) = &literal {
                            literal = Lit::Int(LitInt::new(&format!("-{number}"), number.span()));
                        }
                        options.default = Some(literal);
                    }
                    "on_delete" => options.on_delete = Some(meta.value()?.parse::<LitStr>()?.value()),
                    "shows" => {
                        let names = meta.value()?.parse::<LitStr>()?.value();
                        options.shows = names.split(',').map(|name| name.trim().to_owned()).collect();
                    }
                    "max" => {
                        let max: LitInt = meta.value()?.parse()?;
                        options.refinements.push(quote!(.with_max(#max)));
                    }
                    "min" => {
                        let min: Lit = meta.value()?.parse()?;
                        options.refinements.push(quote!(.with_min(#min)));
                    }
                    "url" => options.refinements.push(quote!(.with_format(::cairn_model::kind::TextFormat::Url))),
                    "link" => options.refinements.push(quote!(.with_format(::cairn_model::kind::TextFormat::Link))),
                    "email" => options.refinements.push(quote!(.with_format(::cairn_model::kind::TextFormat::Email))),
                    "blank" => options.refinements.push(quote!(.blank())),
                    "carrying" => {
                        let what: LitStr = meta.value()?.parse()?;
                        options.refinements.push(quote!(.carrying(#what)));
                    }
                    "reverse" => {
                        let of: LitStr = meta.value()?.parse()?;
                        options.refinements.push(quote!(.reverse_of(#of)));
                    }
                    _ => return Err(meta.error("unknown option of a field")),
                }
                Ok(())
            })?;
        }
        Ok(options)
    }

    fn definition(&self, name: &str, kind: &Type) -> TokenStream {
        let Self { doc, search, secret, accepted, immutable, shows, refinements, .. } = self;
        let stored = !self.input;
        let read_only = self.read_only || name == "id";
        let default = match &self.default {
            None => quote!(None),
            Some(Lit::Str(text)) if text.value().starts_with(['{', '[']) => quote!(Json(#text)),
            Some(Lit::Str(text)) => quote!(Text(#text)),
            Some(Lit::Int(number)) => quote!(Int(#number)),
            Some(Lit::Bool(flag)) => quote!(Bool(#flag)),
            Some(_) => quote!(compile_error!("a default is a text, a number or a boolean")),
        };
        let on_delete = match self.on_delete.as_deref() {
            Some("cascade") => quote!(::cairn_model::def::OnDelete::Cascade),
            Some("set_null") => quote!(::cairn_model::def::OnDelete::SetNull),
            Some("protect") => quote!(::cairn_model::def::OnDelete::Protect),
            Some(_) => quote!(compile_error!("on_delete is cascade, set_null or protect")),
            // What may be empty is emptied; what must be there goes along.
            None => quote! {
                if <#kind as ::cairn_model::FieldType>::NULLABLE {
                    ::cairn_model::def::OnDelete::SetNull
                } else {
                    ::cairn_model::def::OnDelete::Cascade
                }
            },
        };
        quote! {
            ::cairn_model::FieldDef {
                name: #name,
                doc: #doc,
                kind: <#kind as ::cairn_model::FieldType>::KIND #(#refinements)*,
                nullable: <#kind as ::cairn_model::FieldType>::NULLABLE,
                default: ::cairn_model::def::DefaultValue::#default,
                search: #search,
                read_only: #read_only,
                secret: #secret,
                accepted: #accepted,
                stored: #stored,
                immutable: #immutable,
                on_delete: #on_delete,
                shows: &[#(#shows),*],
            }
        }
    }
}
