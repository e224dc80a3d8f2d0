//! The classes that every instance starts with.

/// Name and parent; a parent comes before its children.
pub const BUILTIN: &[(&str, Option<&str>)] = &[
    ("Business", None),
    ("Business process", Some("Business")),
    ("Business service", Some("Business")),
    ("Product", Some("Business")),
    ("Brand and reputation", Some("Business")),
    ("Intellectual property", Some("Business")),
    ("Data", None),
    ("Personal data", Some("Data")),
    ("Financial data", Some("Data")),
    ("Payment card data", Some("Data")),
    ("Health data", Some("Data")),
    ("Contracts and legal records", Some("Data")),
    ("Source code", Some("Data")),
    ("Secrets and keys", Some("Data")),
    ("Logs and traces", Some("Data")),
    ("Backups", Some("Data")),
    ("Paper records", Some("Data")),
    ("Software", None),
    ("Business application", Some("Software")),
    ("Web application", Some("Software")),
    ("Mobile application", Some("Software")),
    ("Programming interface", Some("Software")),
    ("Database", Some("Software")),
    ("Operating system", Some("Software")),
    ("Middleware", Some("Software")),
    ("Office software", Some("Software")),
    ("Development tool", Some("Software")),
    ("Security software", Some("Software")),
    ("Artificial intelligence system", Some("Software")),
    ("Machine learning model", Some("Artificial intelligence system")),
    ("Hardware", None),
    ("Server", Some("Hardware")),
    ("Workstation", Some("Hardware")),
    ("Laptop", Some("Hardware")),
    ("Mobile device", Some("Hardware")),
    ("Storage system", Some("Hardware")),
    ("Removable media", Some("Hardware")),
    ("Printer and scanner", Some("Hardware")),
    ("Security appliance", Some("Hardware")),
    ("Hardware security module", Some("Security appliance")),
    ("Network", None),
    ("Local network", Some("Network")),
    ("Wide area network", Some("Network")),
    ("Wireless network", Some("Network")),
    ("Router and switch", Some("Network")),
    ("Firewall", Some("Network")),
    ("Remote access", Some("Network")),
    ("Domain name and certificate", Some("Network")),
    ("Telephony", Some("Network")),
    ("Cloud", None),
    ("Software as a service", Some("Cloud")),
    ("Platform as a service", Some("Cloud")),
    ("Infrastructure as a service", Some("Cloud")),
    ("Virtual machine", Some("Infrastructure as a service")),
    ("Container platform", Some("Cloud")),
    ("Object storage", Some("Cloud")),
    ("Serverless function", Some("Cloud")),
    ("Cloud account", Some("Cloud")),
    ("Operational technology", None),
    ("Programmable logic controller", Some("Operational technology")),
    ("Supervisory control system", Some("Operational technology")),
    ("Industrial robot", Some("Operational technology")),
    ("Sensor and actuator", Some("Operational technology")),
    ("Building management system", Some("Operational technology")),
    ("Medical device", Some("Operational technology")),
    ("Vehicle", Some("Operational technology")),
    ("People", None),
    ("Employees", Some("People")),
    ("Administrators", Some("People")),
    ("Contractors", Some("People")),
    ("Key person", Some("People")),
    ("Team", Some("People")),
    ("Sites", None),
    ("Office", Some("Sites")),
    ("Data centre", Some("Sites")),
    ("Factory", Some("Sites")),
    ("Warehouse", Some("Sites")),
    ("Technical room", Some("Sites")),
    ("Services", None),
    ("Identity and access service", Some("Services")),
    ("Messaging and collaboration", Some("Services")),
    ("Managed service", Some("Services")),
    ("Payment service", Some("Services")),
    ("Support and helpdesk", Some("Services")),
    ("Electricity and cooling", Some("Services")),
    ("Internet access", Some("Services")),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::BUILTIN;

    /// Parents are found by name, and must exist before their children.
    #[test]
    fn names_are_unique_and_parents_come_first() {
        let mut seen = HashSet::new();
        for (name, parent) in BUILTIN {
            assert!(parent.is_none_or(|parent| seen.contains(parent)), "{name} stands before its parent");
            assert!(seen.insert(*name), "{name} is there twice");
        }
    }
}
