/** An access token in a list, be it one's own or someone else's. */

import { flatten, useDomains } from '@/api/domains'
import { formatDate } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Moment } from '@/ui/Moment'
import { type Token, tokenState } from './api'

function rightsOf(token: Token) {
  if (token.calendar) return 'tokens.calendarFeed'
  if (token.read_only) return 'tokens.readOnly'
  return token.propose_only ? 'tokens.proposeOnly' : 'tokens.readWrite'
}

export function TokenLine({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const { t } = useTranslation()
  const tree = useDomains()
  const state = tokenState(token)
  const domain = token.folder && flatten(tree).find(one => one.uuid === token.folder)
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span
            className={cn('break-words font-medium', state === 'expired' && 'text-ink-soft line-through')}
          >
            {token.name}
          </span>
          <Badge tone={token.read_only || token.propose_only ? 'info' : 'neutral'}>
            {t(rightsOf(token))}
          </Badge>
          {token.folder && <Badge>{domain ? domain.name : t('tokens.oneDomain')}</Badge>}
        </p>
        <p className="text-ink-soft text-sm">
          {t('tokens.madeAt', { at: formatDate(token.created) })}
          {' · '}
          {token.last_used ? (
            <>
              {t('tokens.lastUsed')} <Moment at={token.last_used} />
            </>
          ) : (
            t('tokens.neverUsed')
          )}
        </p>
      </div>
      <p
        className={cn(
          'text-sm',
          state === 'expired'
            ? 'text-bad'
            : state === 'soon' || state === 'endless'
              ? 'text-warn'
              : 'text-ink-soft',
        )}
      >
        {state === 'endless' && t('tokens.noEnd')}
        {token.expiry && state === 'expired' && t('tokens.expired', { at: formatDate(token.expiry) })}
        {token.expiry && state !== 'expired' && (
          <>
            {t('tokens.ends')} <Moment at={token.expiry} />
          </>
        )}
      </p>
      <Button
        size="sm"
        className="ml-auto"
        onClick={onRevoke}
        aria-label={t('tokens.revokeWhat', { name: token.name })}
      >
        {t('tokens.revoke')}
      </Button>
    </li>
  )
}
