/** Which flags stand together. A flag that is not named here is shown all the same, under “Other”. */
export const FLAG_GROUPS: [name: string, flags: string[]][] = [
  ['integrations', ['outgoing_webhooks']],
  ['compliance', ['follow_up']],
  ['insight', ['xrays', 'comments', 'validation_flows']],
]

export interface FlagGroup {
  name: string
  flags: string[]
}

/** The flags that the server has, in their groups; what is new to us comes last. */
export function groupFlags(known: string[]): FlagGroup[] {
  const rest = new Set(known)
  const groups = FLAG_GROUPS.map(([name, flags]) => ({
    name,
    flags: flags.filter(flag => rest.delete(flag)),
  }))
  return [...groups, { name: 'other', flags: [...rest] }].filter(group => group.flags.length > 0)
}

/** A name made of a key: “custom_portals” → “Custom portals”. */
export function humanise(key: string): string {
  return key.replaceAll('_', ' ').replace(/^./, letter => letter.toUpperCase())
}
