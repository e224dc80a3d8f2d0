/** What can be done with an endpoint, for its page and for its line in the list. */
import { useNavigate } from '@tanstack/react-router'
import { KeyRound, Pencil, Play, Power, RotateCcw, Send, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Row, useModel } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { RemoveDialog } from '@/resource/RemoveDialog'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import type { Items } from '@/ui/Menu'
import { toast } from '@/ui/Toast'
import { ENDPOINTS, type Endpoint, useAct } from './api'
import { ReplayDialog } from './ReplayDialog'
import { RotateDialog } from './RotateDialog'
import { TestDialog } from './TestDialog'

type Open = 'test' | 'replay' | 'rotate' | 'disable' | 'remove' | null

export interface EndpointActions {
  items: Items
  /** The dialogs; to be drawn somewhere. */
  dialogs: ReactNode
  test: () => void
  replay: () => void
  rotate: () => void
  enable: () => void
  mayChange: boolean
}

export function useEndpointActions(endpoint: Endpoint, feature: boolean): EndpointActions {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const resource = useModel().resources[ENDPOINTS]
  const [open, setOpen] = useState<Open>(null)
  const act = useAct(ENDPOINTS)
  const close = () => setOpen(null)
  const mayChange = resource?.permissions.change ?? false
  const words = { name: endpoint.name }
  const enable = () =>
    act.mutate(
      { id: endpoint.id, action: 'enable' },
      { onSuccess: () => toast.good(t('webhooks.enabled', words)), onError: toast.bad },
    )
  const disable = () =>
    act.mutate(
      { id: endpoint.id, action: 'disable' },
      {
        onSuccess: () => {
          close()
          toast.good(t('webhooks.disabled', words), { label: t('common.undo'), run: enable })
        },
        onError: toast.bad,
      },
    )
  const items: Items = [
    mayChange && {
      label: t('webhooks.test.action'),
      icon: <Send />,
      disabled: !feature,
      run: () => setOpen('test'),
    },
    mayChange && {
      label: t('common.edit'),
      icon: <Pencil />,
      run: () => void navigate({ to: `/${ENDPOINTS}/${endpoint.id}/edit` }),
    },
    mayChange && {
      label: t('webhooks.replay.action'),
      icon: <RotateCcw />,
      disabled: !feature || !endpoint.is_active,
      run: () => setOpen('replay'),
    },
    mayChange && {
      label: t(endpoint.has_secret ? 'webhooks.rotate.action' : 'webhooks.rotate.first'),
      icon: <KeyRound />,
      run: () => setOpen('rotate'),
    },
    mayChange && null,
    mayChange &&
      (endpoint.is_active
        ? { label: t('webhooks.disable'), icon: <Power />, run: () => setOpen('disable') }
        : { label: t('webhooks.enable'), icon: <Play />, run: enable }),
    resource?.permissions.delete && {
      label: t('common.delete'),
      icon: <Trash2 />,
      danger: true,
      run: () => setOpen('remove'),
    },
  ]
  const dialogs = (
    <>
      {open === 'test' && <TestDialog endpoint={endpoint} onClose={close} />}
      {open === 'replay' && <ReplayDialog endpoint={endpoint} onClose={close} />}
      {open === 'rotate' && <RotateDialog endpoint={endpoint} onClose={close} />}
      {open === 'disable' && (
        <ConfirmDialog
          title={t('webhooks.disableTitle', words)}
          verb={t('webhooks.disable')}
          busy={act.isPending}
          onConfirm={disable}
          onClose={close}
        >
          <p>{t('webhooks.disableHelp')}</p>
        </ConfirmDialog>
      )}
      {open === 'remove' && resource && (
        <RemoveDialog
          resource={resource}
          row={endpoint as unknown as Row}
          onClose={close}
          onRemoved={() => void navigate({ to: `/${ENDPOINTS}` })}
        />
      )}
    </>
  )
  return {
    items,
    dialogs,
    test: () => setOpen('test'),
    replay: () => setOpen('replay'),
    rotate: () => setOpen('rotate'),
    enable,
    mayChange,
  }
}
