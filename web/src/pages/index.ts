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
  /** The resource it is about: who may not see that does not see the page in the navigation. */
  needs?: string
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
  /** Shown under the fields of the detail page. */
  below?: LazyExoticComponent<ComponentType<DetailProps>>
  /** Columns of the list until the person chooses others. */
  columns?: string[]
}

/** A page at the address of a resource stands in for the generic one, under that resource's name. */
export const pages: Page[] = [
  { path: '/', title: 'nav.home', load: () => import('./home/Home') },
  {
    path: '/settings/general',
    title: 'general.title',
    intention: 'settings',
    needs: 'settings/global',
    load: () => import('./settings/General'),
  },
  {
    path: '/settings/feature-flags',
    title: 'flags.title',
    intention: 'settings',
    needs: 'settings/global',
    load: () => import('./settings/FeatureFlags'),
  },
  { path: '/webhooks/endpoints', title: 'webhooks.title', load: () => import('./webhooks/Endpoints') },
  { path: '/webhooks/endpoints/new', title: 'webhooks.new', load: () => import('./webhooks/EndpointForm') },
  { path: '/webhooks/endpoints/$id', title: 'webhooks.title', load: () => import('./webhooks/EndpointPage') },
  {
    path: '/webhooks/endpoints/$id/edit',
    title: 'webhooks.title',
    load: () => import('./webhooks/EndpointForm'),
  },
]

export const overrides: Record<string, Override> = {
  evidences: { below: lazy(() => import('./evidence/Files')) },
}
