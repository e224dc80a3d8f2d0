/** A framework: what it is, and its requirements to go through. */
import { lazy } from 'react'
import { withWords } from '@/i18n/parts'
import type { Layout } from './layout'

export const frameworks: Layout = {
  facts: ['provider', 'requirements_count'],
  overview: lazy(withWords('library', () => import('@/pages/framework/FrameworkOverview'))),
}
