//! Rules to begin with. They belong to no domain and are not active until someone makes one of them theirs.

use cairn_engine::{Cx, Nothing, Result};
use cairn_model::Describe;
use serde::Serialize;

use super::words::of_reader;

#[derive(Debug, Serialize, Describe)]
pub struct Example {
    pub name: &'static str,
    pub description: &'static str,
    pub resource: &'static str,
    pub expression: &'static str,
    /// As in rules: 0 is info, 4 is critical.
    pub severity: i64,
    pub action: &'static str,
}

/// An example with its words in English and French.
struct Included {
    name: [&'static str; 2],
    description: [&'static str; 2],
    resource: &'static str,
    expression: &'static str,
    severity: i64,
    action: &'static str,
}

pub async fn examples(cx: &mut Cx, _: Nothing) -> Result<Vec<Example>> {
    let language = of_reader(cx);
    let shown = |one: &'static Included| Example {
        name: language.pick(one.name[0], one.name[1]),
        description: language.pick(one.description[0], one.description[1]),
        resource: one.resource,
        expression: one.expression,
        severity: one.severity,
        action: one.action,
    };
    Ok(INCLUDED.iter().map(shown).collect())
}

const INCLUDED: &[Included] = &[
    Included {
        name: ["P1 control without recent evidence", "Mesure P1 sans preuve récente"],
        description: [
            "An active priority-1 control has no approved evidence that was updated in the last 90 days.",
            "Une mesure active de priorité 1 n’a aucune preuve approuvée mise à jour au cours des 90 derniers jours.",
        ],
        resource: "applied-controls",
        expression: "object.status == \"active\" && object.priority == 1 &&\n!object.evidences.exists(e, e.status == \"approved\" && days_since(e.updated_at) < 90)",
        severity: 3,
        action: "task",
    },
    Included {
        name: ["Critical asset without a recovery objective", "Actif critique sans objectif de reprise"],
        description: [
            "A primary asset needs high availability, but nothing says how quickly it must recover.",
            "Un actif primordial exige une haute disponibilité, mais rien n’indique en combien de temps il doit être rétabli.",
        ],
        resource: "assets",
        expression: "object.type == \"PR\" &&\nhas(object.security_objectives.objectives) &&\nhas(object.security_objectives.objectives.availability) &&\nobject.security_objectives.objectives.availability.value >= 3 &&\n(!has(object.disaster_recovery_objectives.objectives) || !has(object.disaster_recovery_objectives.objectives.rto))",
        severity: 3,
        action: "note",
    },
    Included {
        name: ["Active control without an owner", "Mesure active sans responsable"],
        description: [
            "Nobody is accountable for a control that is in use.",
            "Personne n’est responsable d’une mesure en vigueur.",
        ],
        resource: "applied-controls",
        expression: "object.status == \"active\" && object.owner.size() == 0",
        severity: 2,
        action: "note",
    },
    Included {
        name: ["Control past its target date", "Mesure dont l’échéance est dépassée"],
        description: [
            "A control should have been implemented more than 30 days ago and is not active yet.",
            "Une mesure aurait dû être mise en œuvre il y a plus de 30 jours et n’est pas encore active.",
        ],
        resource: "applied-controls",
        expression: "object.status in [\"to_do\", \"in_progress\", \"on_hold\"] && days_since(object.eta) > 30",
        severity: 2,
        action: "notification",
    },
    Included {
        name: ["Severe finding without a control", "Constat grave sans mesure"],
        description: [
            "A finding of high or critical severity has been open for two weeks and no control addresses it.",
            "Un constat de gravité élevée ou critique est ouvert depuis deux semaines et aucune mesure ne le traite.",
        ],
        resource: "findings",
        expression: "object.severity >= 3 && object.status in [\"--\", \"identified\", \"confirmed\", \"assigned\", \"in_progress\"] &&\nobject.applied_controls.size() == 0 && days_since(object.created_at) > 14",
        severity: 4,
        action: "task",
    },
    Included {
        name: ["Approved evidence that has expired", "Preuve approuvée mais expirée"],
        description: [
            "Evidence still counts as approved although its expiry date has passed.",
            "Une preuve compte toujours comme approuvée alors que sa date d’expiration est passée.",
        ],
        resource: "evidences",
        expression: "object.status == \"approved\" && days_since(object.expiry_date) > 0",
        severity: 2,
        action: "notification",
    },
    Included {
        name: ["Security exception about to expire", "Exception de sécurité bientôt expirée"],
        description: [
            "An approved exception expires within two weeks.",
            "Une exception approuvée expire dans moins de deux semaines.",
        ],
        resource: "security-exceptions",
        expression: "object.status == \"approved\" && days_until(object.expiration_date) >= 0 && days_until(object.expiration_date) <= 14",
        severity: 2,
        action: "notification",
    },
    Included {
        name: ["Incident open for a month", "Incident ouvert depuis un mois"],
        description: [
            "An incident was reported more than 30 days ago and is neither resolved nor closed.",
            "Un incident a été signalé il y a plus de 30 jours et n’est ni résolu ni clos.",
        ],
        resource: "incidents",
        expression: "object.status in [\"new\", \"ongoing\"] && days_since(object.reported_at) > 30",
        severity: 3,
        action: "task",
    },
];

#[cfg(test)]
mod tests {
    use super::INCLUDED;
    use crate::platform::rule::condition::{Condition, is_watchable};

    #[test]
    fn every_example_can_be_used_as_it_is() {
        let registry = crate::registry();
        for one in INCLUDED {
            let resource = registry.find(one.resource).expect("a resource");
            assert!(is_watchable(resource));
            if let Err(error) = Condition::read(registry, resource, one.expression) {
                panic!("{}: {error}", one.name[0]);
            }
        }
    }
}
