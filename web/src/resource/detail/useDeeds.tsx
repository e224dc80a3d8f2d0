/** Runs the operations of a page's buttons, and holds the dialogs that they open. */
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Action, type Field, type Resource, type Row, useModel } from '@/api/model'
import { may, useUser } from '@/api/user'
import type { Deed, Step } from '@/layouts/layout'
import ActionDialog from '../ActionDialog'
import { actionsOf } from '../actions'
import { to } from '../address'
import { useInlineEdit } from '../list/useInlineEdit'
import { canEdit, FieldDialog } from './Editable'
import { goesBy, type Related } from './related'

const UploadEvidence = lazy(() => import('@/pages/evidence/UploadEvidence'))

type Open = { edit: Field } | { upload: Field } | { act: Action } | null

export interface Deeds {
  run: (deed: Deed) => void
  /** The step, if the reader may take it. */
  allowed: (step: Step | undefined) => Step | undefined
  dialog: ReactNode
}

export function useDeeds(resource: Resource, row: Row, related: Related[]): Deeds {
  const model = useModel()
  const user = useUser()
  const navigate = useNavigate()
  const { save } = useInlineEdit(resource)
  const [open, setOpen] = useState<Open>(null)
  const fieldOf = (name: string) => resource.fields.find(field => field.name === name)
  const actionOf = (name: string) => actionsOf(resource, 'item').find(action => action.name === name)
  const toMake = (name: string) => {
    const one = related.find(other => goesBy(other, name))
    return one?.resource.permissions.add && one.field && !one.field.read_only ? one : undefined
  }
  const allowed = (step: Step | undefined) => {
    if (!step) return undefined
    const { deed } = step
    const folder = (row.folder as { id?: string } | null)?.id
    const isAllowed =
      'set' in deed
        ? canEdit(resource, row, fieldOf(deed.set))
        : 'edit' in deed
          ? canEdit(resource, row, fieldOf(deed.edit))
          : 'upload' in deed
            ? canEdit(resource, row, fieldOf(deed.upload)) &&
              !!model.resources.evidences?.permissions.add &&
              may(user, 'add_evidence', folder)
            : 'create' in deed
              ? !!toMake(deed.create)
              : resource.permissions.change &&
                !resource.read_only &&
                (!('act' in deed) || !!actionOf(deed.act))
    return isAllowed ? step : undefined
  }
  const run = (deed: Deed) => {
    if ('set' in deed) {
      const field = fieldOf(deed.set)
      if (field) save(row, field, deed.to)
    } else if ('edit' in deed) {
      const edit = fieldOf(deed.edit)
      if (edit) setOpen({ edit })
    } else if ('upload' in deed) {
      const upload = fieldOf(deed.upload)
      if (upload) setOpen({ upload })
    } else if ('act' in deed) {
      const act = actionOf(deed.act)
      if (act) setOpen({ act })
    } else if ('choose' in deed) document.getElementById(deed.choose)?.click()
    else {
      const one = toMake(deed.create)
      if (one?.field)
        void navigate({
          to: to.create(one.resource.path),
          search: { [`set.${one.field.name}`]: row.id },
        } as never)
    }
  }
  const close = () => setOpen(null)
  const dialog =
    open &&
    ('edit' in open ? (
      <FieldDialog resource={resource} row={row} field={open.edit} onClose={close} />
    ) : 'act' in open ? (
      <ActionDialog resource={resource} row={row} action={open.act} onClose={close} />
    ) : (
      <Suspense>
        <UploadEvidence
          resource={resource}
          row={row}
          field={open.upload}
          onLink={() => setOpen({ edit: open.upload })}
          onClose={close}
        />
      </Suspense>
    ))
  return { run, allowed, dialog }
}
