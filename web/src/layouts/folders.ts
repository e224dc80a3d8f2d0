/** A domain: how it stands. `pages/domain` draws that. */
import { Plus } from 'lucide-react'
import { lazy } from 'react'
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
  overview: lazy(() => import('@/pages/domain/Posture')),
}
