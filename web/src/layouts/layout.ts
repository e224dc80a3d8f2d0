/**
 * What the page of an object says, described for each resource in a small file of its own and listed in `index.ts`.
 * Names are those of fields; related things go by the field that holds them (`evidences`), or where there is none by
 * the resource and its field (`findings.asset`). Words are keys of the interface's texts. Everything may be left out.
 */
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { Resource, Row } from '@/api/model'
import type { DetailProps } from '@/pages'

/** How the object stands, for what the page says about the next step. */
export interface State {
  resource: Resource
  row: Row
  /** How many there are of something related; undefined while that is not known. */
  count: (related: string) => number | undefined
  today: string
}

/** What a button does. */
export type Deed =
  /** Gives a field a value, with a way back. */
  | { set: string; to: unknown }
  /** Asks for the value of a field. */
  | { edit: string }
  /** Files become evidence that is linked here, through this field. */
  | { upload: string }
  /** Opens the chooser of the place for files on the page. */
  | { choose: string }
  /** A new object that is linked here. */
  | { create: string }
  /** Runs one of the resource's own actions. */
  | { act: string }

export interface Step {
  label: string
  icon: LucideIcon
  deed: Deed
}

/** At most two buttons: what helps most now, and what else may be wanted. */
export interface Next {
  first?: Step
  second?: Step
}

export interface Checklist {
  /** Says how many steps are left, as `count`. */
  title: string
  steps: { label: string; done: boolean }[]
}

/** The first of something related, three lines of it. */
export interface RelatedList {
  related: string
  title: string
  /** One line that says what to do while there is none. */
  empty: string
  /** Fields that say how it stands, at the end of the line. */
  show: string[]
  /** Made by hand, before those fields. */
  view?: LazyExoticComponent<ComponentType<{ row: Row }>>
  /** Not shown while there is none, since nothing can be added from here. */
  quiet?: boolean
  icon?: LucideIcon
  /** Which come first. */
  ordering?: string
}

export interface Measures {
  title: string
  /** The field behind them. */
  edit?: string
  items: { label: string; value: string; more?: Counted }[]
  note?: Counted
  /** One line that says what to do while there are none. */
  empty?: string
}

/** Words with their number. */
export interface Counted {
  text: string
  count: number
}

export interface Layout {
  /** The field with what it is a part of; the way back leads there. */
  partOf?: string
  /** Under the name: status, who answers, by when, how pressing, one measure. Five at most. */
  facts?: string[]
  /** Whether nothing is late any more, so that dates are only told. */
  settled?: (row: Row) => boolean
  /** Whether the server refuses to change it as it stands now, so that the page does not offer it. */
  frozen?: (row: Row) => boolean
  next?: (state: State) => Next
  /** Shown while a step is missing. */
  checklist?: (state: State) => Checklist | undefined
  /** What it is for: “What it protects”. Two lists side by side. */
  meaning?: { title: string; lists: RelatedList[] }
  /** Without it, the first related things are shown; an empty one says that the page tells them in another way. */
  lists?: RelatedList[]
  measures?: (row: Row) => Measures | undefined
  /** At the side, in this order; what is not named comes after. */
  properties?: string[]
  /** Related things in the order of their tabs; the others come after. */
  tabs?: string[]
  /** For a domain: the resources whose records lie in it, with those of its subdomains. No other relation has a tab. */
  within?: string[]
  /** Fields and worked-out values that the page says in another way, or that say nothing to people. */
  without?: string[]
  /** In place of the overview as a whole. */
  overview?: LazyExoticComponent<ComponentType<DetailProps>>
}
