/** The access tokens of a person, for people who may change the account. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { get, request } from '@/api/client'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Empty, Failed, Loading } from '@/ui/States'
import { toast } from '@/ui/Toast'
import type { Token } from '../profile/api'
import { TokenLine } from '../profile/TokenLine'

const tokensOf = (user: string) =>
  queryOptions({
    queryKey: ['list', 'users', user, 'tokens'],
    queryFn: ({ signal }) => get<{ results: Token[] }>(`users/${user}/tokens/`, undefined, signal),
  })

type Asked = { token: Token } | 'tokens' | 'sessions' | null

export function PersonTokens({ user, name }: { user: string; name: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const list = useQuery(tokensOf(user))
  const [asked, setAsked] = useState<Asked>(null)
  const send = useMutation({
    mutationFn: (what: NonNullable<Asked>) =>
      request(`users/${user}/${what === 'sessions' ? 'end-sessions' : 'revoke-tokens'}/`, {
        method: 'POST',
        body: typeof what === 'object' ? { ids: [what.token.id] } : {},
      }),
    onSuccess: (_, what) => {
      toast.good(t(what === 'sessions' ? 'people.signedOut' : 'people.tokensRevoked', { name }))
      setAsked(null)
      return client.invalidateQueries({ queryKey: tokensOf(user).queryKey })
    },
    onError: toast.bad,
  })
  const tokens = list.data?.results ?? []
  return (
    <div className="flex flex-col gap-5 px-5 py-6 lg:px-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base">{t('people.tokensOf', { name })}</h2>
        <span className="flex flex-wrap gap-2">
          <Button onClick={() => setAsked('sessions')}>{t('people.signOut')}</Button>
          {tokens.length > 0 && (
            <Button look="danger" onClick={() => setAsked('tokens')}>
              {t('people.revokeTokens')}
            </Button>
          )}
        </span>
      </div>
      {list.isPending && <Loading />}
      {list.error && !list.data && <Failed error={list.error} retry={() => void list.refetch()} />}
      {list.data && tokens.length === 0 && <Empty title={t('tokens.empty')} icon={<KeyRound />} />}
      {tokens.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised">
          {tokens.map(token => (
            <TokenLine key={token.id} token={token} onRevoke={() => setAsked({ token })} />
          ))}
        </ul>
      )}
      {asked && (
        <ConfirmDialog
          danger
          title={
            typeof asked === 'object'
              ? t('tokens.revokeTitle', { name: asked.token.name })
              : t(asked === 'sessions' ? 'people.signOutTitle' : 'people.revokeTokensTitle', { name })
          }
          verb={t(asked === 'sessions' ? 'people.signOut' : 'tokens.revoke')}
          busy={send.isPending}
          onConfirm={() => send.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t(asked === 'sessions' ? 'people.signOutHelp' : 'tokens.revokeHelp')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
