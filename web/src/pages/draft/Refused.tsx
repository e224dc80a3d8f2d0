/** What someone else changed at the same time: the person sees both and decides. */
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { useDrafting } from './drafting'

export function Refused() {
  const { t } = useTranslation()
  const { refused, settle, content } = useDrafting()
  return refused.map((edit, at) => {
    const theirs = edit.replaces?.(content)
    return (
      <Callout
        key={at}
        tone="warn"
        urgent
        title={t('draft.changedMeanwhile', { name: edit.name })}
        action={
          <>
            <Button size="sm" onClick={() => settle(edit, true)}>
              {t('draft.useMine')}
            </Button>
            <Button size="sm" onClick={() => settle(edit, false)}>
              {t('draft.keepTheirs')}
            </Button>
          </>
        }
      >
        {edit.mine !== undefined && (
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
            <dt>{t('draft.theirs')}</dt>
            <dd className="line-clamp-3">{typeof theirs === 'string' ? theirs : '–'}</dd>
            <dt>{t('draft.mine')}</dt>
            <dd className="line-clamp-3">{edit.mine}</dd>
          </dl>
        )}
      </Callout>
    )
  })
}
