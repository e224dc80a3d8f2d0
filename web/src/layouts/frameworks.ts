/** A framework: what it is, its requirements to go through, and audits of it. */
import { ListChecks } from 'lucide-react'
import { lazy } from 'react'
import { withWords } from '@/i18n/parts'
import type { Layout } from './layout'

const AUDITS = 'compliance-assessments.framework'

export const frameworks: Layout = {
  facts: ['provider', 'requirements_count'],
  next: () => ({
    first: { label: 'layouts.frameworks.startAudit', icon: ListChecks, deed: { create: AUDITS } },
  }),
  tabs: [AUDITS],
  overview: lazy(
    withWords(
      'audit',
      withWords('library', () => import('@/pages/framework/FrameworkOverview')),
    ),
  ),
}
