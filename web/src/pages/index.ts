/**
 * What is made by hand, in one place.
 *
 * `pages` are pages of their own, by address. `overrides` add to the generic pages of a resource:
 * other ways to see its list, tabs of its detail page, something under its fields. A resource that
 * is not named here has all its pages all the same. Everything is loaded when it is first shown.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Resource, Row } from '@/api/model'

export interface Page {
  path: string
  /** Key of its title in the words of the interface; also its name in the navigation and the palette. */
  title: string
  /** The group of the navigation it stands in; left out when it has its own place. */
  intention?: string
  load: () => Promise<{ default: ComponentType }>
}

export interface DetailProps {
  resource: Resource
  row: Row
}
export interface ListProps {
  resource: Resource
  /** The filters of the list as the API takes them, the domain included. */
  params: Record<string, string>
}

export interface Override {
  /** Other ways to see the list, chosen with `?layout=name`. */
  layouts?: { name: string; title: string; view: LazyExoticComponent<ComponentType<ListProps>> }[]
  /** More tabs on the detail page. */
  tabs?: { name: string; title: string; view: LazyExoticComponent<ComponentType<DetailProps>> }[]
  /** Shown over the fields of the detail page: what the object is about. */
  above?: LazyExoticComponent<ComponentType<DetailProps>>
  /** Shown under the fields of the detail page. */
  below?: LazyExoticComponent<ComponentType<DetailProps>>
  /** Fields and calculated values that the page shows in a way of its own. */
  without?: string[]
  /** Columns of the list until the person chooses others. */
  columns?: string[]
}

export const pages: Page[] = [{ path: '/', title: 'nav.home', load: () => import('./home/Home') }]

export const overrides: Record<string, Override> = {
  assets: {
    layouts: [{ name: 'map', title: 'graph.title', view: lazy(() => import('./graph/AssetsGraph')) }],
    tabs: [{ name: 'map', title: 'graph.title', view: lazy(() => import('./graph/AssetSurroundings')) }],
  },
  'applied-controls': {
    layouts: [
      { name: 'board', title: 'board.title', view: lazy(() => import('./board/ControlsBoard')) },
      { name: 'timeline', title: 'timeline.title', view: lazy(() => import('./timeline/Timeline')) },
    ],
  },
  findings: {
    layouts: [{ name: 'board', title: 'board.title', view: lazy(() => import('./board/FindingsBoard')) }],
  },
  evidences: {
    above: lazy(() => import('./evidence/Files')),
    without: ['attachment', 'attachments', 'size', 'revisions_count', 'latest_revision'],
  },
}
