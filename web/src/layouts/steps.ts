/** Steps that several resources share. */
import { Upload, UserPlus } from 'lucide-react'
import type { Row } from '@/api/model'
import type { Step } from './layout'

export const assignOwner: Step = { label: 'layouts.assignOwner', icon: UserPlus, deed: { edit: 'owner' } }
export const uploadEvidence: Step = {
  label: 'layouts.uploadEvidence',
  icon: Upload,
  deed: { upload: 'evidences' },
}

export const hasOwner = (row: Row) => Array.isArray(row.owner) && row.owner.length > 0
