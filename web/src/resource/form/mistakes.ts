/** The server's errors where they belong: at a field, at a part of a structured one, or above them all. */
import { createContext, useContext } from 'react'
import type { Field } from '@/api/model'

/** Messages by the path of a part: `cost.build.fixed_cost`. */
export type Messages = Record<string, string[]>

export function sorted(errors: Messages, fields: Field[]) {
  const own = new Map<string, string[]>()
  const parts: Messages = {}
  const rest: string[] = []
  for (const [name, messages] of Object.entries(errors)) {
    const owner = fields.find(field => field.name === name.split('.')[0])
    if (!owner) rest.push(...messages)
    else {
      own.set(owner.name, [...(own.get(owner.name) ?? []), ...messages])
      if (name.includes('.')) parts[name] = messages
    }
  }
  return { fields: own, parts, rest }
}

/** The messages for the parts of one field, by the path inside of it. */
export function partsOf(parts: Messages, field: string): Messages {
  const own = Object.entries(parts).filter(([path]) => path.startsWith(`${field}.`))
  return Object.fromEntries(own.map(([path, messages]) => [path.slice(field.length + 1), messages]))
}

export const PartErrors = createContext<Messages>({})

/** What is wrong with a part, by its path inside of the field. */
export function usePartErrors(path: string): string[] | undefined {
  return useContext(PartErrors)[path]
}
