/** Where one is signed in, and how that ends. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { request } from '@/api/client'
import { useTranslation } from '@/i18n/react'
import { useSignOut } from '@/shell/UserMenu'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Moment } from '@/ui/Moment'
import { Failed, Loading } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { browserOf, type Session, sessionsQuery } from './api'
import { Section } from './Section'

export function Sessions() {
  const { t } = useTranslation()
  const list = useQuery(sessionsQuery)
  const [asking, setAsking] = useState(false)
  const sessions = list.data ?? []
  return (
    <Section title={t('ownProfile.sessions')} help={t('ownProfile.sessionsHelp')}>
      <div className="flex max-w-2xl flex-col items-start gap-4">
        {list.isPending && <Loading />}
        {list.error && !list.data && <Failed error={list.error} retry={() => void list.refetch()} />}
        {sessions.length > 0 && (
          <ul
            aria-label={t('ownProfile.sessions')}
            className="w-full divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised"
          >
            {sessions.map(session => (
              <SessionLine key={session.id} session={session} />
            ))}
          </ul>
        )}
        {sessions.some(session => !session.is_current) && (
          <Button onClick={() => setAsking(true)}>{t('ownProfile.endOthers')}</Button>
        )}
      </div>
      {asking && <EndOthers onClose={() => setAsking(false)} />}
    </Section>
  )
}

function useName(session: Session): string {
  const { t } = useTranslation()
  const { browser, system } = browserOf(session.agent)
  if (!browser) return t('ownProfile.unknownBrowser')
  return system ? t('ownProfile.browserOn', { browser, system }) : browser
}

function SessionLine({ session }: { session: Session }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const signOut = useSignOut()
  const name = useName(session)
  const end = useMutation({
    mutationFn: () => request(`iam/sessions/${session.id}/`, { method: 'DELETE' }),
    onSuccess: () => toast.good(t('ownProfile.ended', { name })),
    onError: toast.bad,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <MonitorSmartphone size={18} aria-hidden className="shrink-0 text-ink-faint" />
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1" title={session.agent ?? undefined}>
          <span className="break-words font-medium">{name}</span>
          {session.is_current && <Badge tone="good">{t('ownProfile.thisBrowser')}</Badge>}
        </p>
        <p className="text-ink-soft text-sm">
          {t('ownProfile.signedIn')} <Moment at={session.created} />
          {session.last_seen && (
            <>
              {` · ${t('ownProfile.lastSeen')} `}
              <Moment at={session.last_seen} />
            </>
          )}
          {session.address && ` · ${session.address}`}
        </p>
      </div>
      {session.is_current ? (
        <Button size="sm" className="ml-auto" onClick={() => signOut.mutate()}>
          {t('session.signOut')}
        </Button>
      ) : (
        <Button
          size="sm"
          className="ml-auto"
          disabled={end.isPending}
          onClick={() => end.mutate()}
          aria-label={t('ownProfile.endWhat', { name })}
        >
          {t('ownProfile.end')}
        </Button>
      )}
    </li>
  )
}

function EndOthers({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => request('iam/revoke-sessions/', { method: 'POST', body: {} }),
    onSuccess: () => {
      toast.good(t('ownProfile.endedOthers'))
      onClose()
    },
    onError: toast.bad,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  return (
    <ConfirmDialog
      danger
      title={t('ownProfile.endOthers')}
      verb={t('ownProfile.endOthersVerb')}
      busy={end.isPending}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      <p>{t('ownProfile.endOthersHelp')}</p>
    </ConfirmDialog>
  )
}
