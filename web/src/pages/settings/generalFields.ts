/** How the general settings are laid out. What the server has and this does not name is shown under “Other”. */
export interface SettingField {
  name: string
  choices?: string[]
  min?: number
  max?: number
  step?: number
}

/** The zones that browsers know; the server knows the same names. */
function timeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter(zone => zone !== 'UTC')]
}

export const SECTIONS: [name: string, fields: SettingField[]][] = [
  [
    'interface',
    [
      { name: 'default_language', choices: ['en', 'fr'] },
      { name: 'time_zone', choices: timeZones() },
      { name: 'show_get_started' },
      { name: 'show_warning_external_links' },
    ],
  ],
  ['access', [{ name: 'allow_unlimited_tokens' }, { name: 'allow_self_validation' }]],
  ['money', [{ name: 'currency' }, { name: 'daily_rate', min: 0, max: 1_000_000, step: 10 }]],
  ['audits', [{ name: 'mapping_max_depth', min: 2, max: 5, step: 1 }]],
  [
    'assets',
    [{ name: 'security_objective_scale', choices: ['1-3', '1-4', '1-5', '0-3', '0-4', 'FIPS-199'] }],
  ],
]

/** The sections with the settings that the server has. */
export function sections(known: string[]): [string, SettingField[]][] {
  const rest = new Set(known)
  const named = SECTIONS.map(([name, fields]): [string, SettingField[]] => [
    name,
    fields.filter(field => rest.delete(field.name)),
  ])
  const other: [string, SettingField[]] = ['other', [...rest].map(name => ({ name }))]
  return [...named, other].filter(([, fields]) => fields.length > 0)
}
