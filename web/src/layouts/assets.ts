/** An asset: what it needs, what depends on it, what protects it. `pages/assets/Needs` draws the first. */
import { Boxes, Plus, ShieldCheck } from 'lucide-react'
import type { Layout, Step } from './layout'
import { assignOwner, hasOwner } from './steps'

const addControl: Step = {
  label: 'layouts.assets.addControl',
  icon: Plus,
  deed: { create: 'applied_controls' },
}
const addSupport: Step = {
  label: 'layouts.assets.addSupport',
  icon: Plus,
  deed: { edit: 'support_assets' },
}

export const assets: Layout = {
  facts: ['type', 'owner', 'asset_class', 'dora_discontinuing_impact'],
  next: ({ row, count }) => {
    if (!hasOwner(row)) return { first: assignOwner, second: addControl }
    if (count('applied_controls') === 0) return { first: addControl, second: addSupport }
    return { first: addSupport, second: addControl }
  },
  meaning: {
    title: 'layouts.assets.depends',
    lists: [
      {
        related: 'parent_assets',
        title: 'layouts.assets.supports',
        empty: 'layouts.assets.noParents',
        show: ['type'],
        icon: Boxes,
      },
      {
        related: 'support_assets',
        title: 'layouts.assets.restsOn',
        empty: 'layouts.assets.noSupport',
        show: ['type'],
        icon: Boxes,
      },
    ],
  },
  lists: [
    {
      related: 'applied_controls',
      title: 'layouts.controls.title',
      empty: 'layouts.assets.noControls',
      show: ['status', 'eta'],
      icon: ShieldCheck,
    },
    {
      related: 'findings.asset',
      title: 'layouts.findings.title',
      empty: 'layouts.assets.noFindings',
      show: ['status', 'severity'],
      ordering: '-severity',
    },
  ],
  properties: ['ref_id', 'folder', 'reference_link', 'is_business_function', 'filtering_labels'],
  tabs: ['support_assets', 'parent_assets', 'applied_controls', 'findings.asset'],
  without: [
    'is_primary',
    'children_assets',
    'security_objectives',
    'disaster_recovery_objectives',
    'security_capabilities',
    'recovery_capabilities',
    'security_objectives_comparison',
    'recovery_objectives_comparison',
  ],
}
