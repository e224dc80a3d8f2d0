import type { ReactNode } from 'react'

export interface Entry {
  /** For what is used often: the address of a page, or the name of an action. */
  key: string
  group: 'recent' | 'pages' | 'actions' | 'objects'
  label: string
  note?: string
  icon: ReactNode
  run: () => void
}
