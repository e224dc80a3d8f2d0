/** Personal access tokens: keys with which programs act on one's behalf. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { request } from '@/api/client'
import { useUser } from '@/api/user'
import { formatDateTime } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Empty, Failed, Loading } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { type Token, tokensQuery } from './api'
import { NewTokenDialog } from './NewTokenDialog'
import { SubscribeButton } from './SubscribeButton'
import { TokenLine } from './TokenLine'

export function Tokens() {
  const { t } = useTranslation()
  const user = useUser()
  const client = useQueryClient()
  const list = useQuery(tokensQuery)
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<Token | null>(null)
  const revoke = useMutation({
    mutationFn: (id: string) => request(`iam/auth-tokens/${id}/`, { method: 'DELETE' }),
    onSuccess: () => {
      toast.good(t('tokens.revoked', { name: revoking?.name }))
      setRevoking(null)
      return client.invalidateQueries({ queryKey: tokensQuery.queryKey })
    },
    onError: toast.bad,
  })
  const tokens = list.data ?? []
  const add = (
    <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {t('tokens.new')}
    </Button>
  )
  if (user.is_third_party) {
    return (
      <div className="px-5 py-6 lg:px-8">
        <Callout>{t('tokens.notForThirdParty')}</Callout>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-5 px-5 py-6 lg:px-8">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <p className="max-w-[62ch] text-pretty text-ink-soft">{t('tokens.note')}</p>
        <div className="flex flex-wrap gap-2">
          <SubscribeButton />
          {tokens.length > 0 && add}
        </div>
      </div>
      {list.isPending && <Loading />}
      {list.error && !list.data && <Failed error={list.error} retry={() => void list.refetch()} />}
      {list.data && tokens.length === 0 && (
        <Empty title={t('tokens.empty')} icon={<KeyRound />}>
          <p>{t('tokens.emptyHelp')}</p>
          {add}
        </Empty>
      )}
      {tokens.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised">
          {tokens.map(token => (
            <TokenLine key={token.id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </ul>
      )}
      {making && <NewTokenDialog onClose={() => setMaking(false)} />}
      {revoking && (
        <ConfirmDialog
          danger
          title={t('tokens.revokeTitle', { name: revoking.name })}
          verb={t('tokens.revoke')}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(revoking.id)}
          onClose={() => setRevoking(null)}
        >
          <p>
            {t('tokens.revokeHelp')}{' '}
            {revoking.last_used && t('tokens.usedAt', { at: formatDateTime(revoking.last_used) })}
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
