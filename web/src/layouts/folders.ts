/** A domain: how it stands. `pages/domain` draws that. */

import { Plus } from 'lucide-react'
import { lazy } from 'react'
import { withWords } from '@/i18n/parts'
import type { Layout } from './layout'

export const folders: Layout = {
  next: () => ({
    first: { label: 'layouts.folders.addControl', icon: Plus, deed: { create: 'applied-controls' } },
    second: { label: 'layouts.folders.addSubdomain', icon: Plus, deed: { create: 'folders' } },
  }),
  properties: ['parent_folder', 'filtering_labels', 'is_published'],
  within: [
    'applied-controls',
    'findings',
    'evidences',
    'assets',
    'folders',
    'findings-assessments',
    'perimeters',
  ],
  without: ['create_iam_groups', 'builtin'],
  overview: lazy(withWords('posture', () => import('@/pages/domain/Posture'))),
}
