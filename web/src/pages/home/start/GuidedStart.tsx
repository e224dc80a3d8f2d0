/** The first three minutes: an audit in a domain, what matters there, a first finding, a first webhook. Or the demo. */
import { Check, PartyPopper } from 'lucide-react'
import { useState } from 'react'
import { useInterface } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { Button, ButtonLink } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Loading } from '@/ui/States'
import LoadDemo from '../demo/LoadDemo'
import { useDemo } from '../demo/useDemo'
import { AuditStep } from './AuditStep'
import { DomainStep } from './DomainStep'
import { FindingStep } from './FindingStep'
import { ObjectsStep } from './ObjectsStep'
import { STEPS, type StepName, useStart } from './useStart'
import { WebhookStep } from './WebhookStep'

export default function GuidedStart() {
  const { t } = useTranslation()
  const start = useStart()
  const demo = useDemo()
  const [ui, change] = useInterface()
  const [chosen, setChosen] = useState<StepName | null>(null)
  if (start.pending) return <Loading />

  const isOver = (step: StepName) => start.done[step] || start.skipped.includes(step)
  const current = chosen ?? STEPS.find(step => !isOver(step)) ?? null
  const over = STEPS.filter(isOver).length
  const skip = (step: StepName) => {
    change({ start: { ...ui.start, skipped: [...start.skipped, step] } })
    setChosen(null)
  }
  const next = () => setChosen(null)
  return (
    <section
      aria-labelledby="start"
      className="overflow-hidden rounded-lg border border-line bg-raised shadow-sm"
    >
      <header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-5 pb-4 lg:px-6">
        <div className="min-w-0">
          <h2 id="start" className="text-xl">
            {t('start.title')}
          </h2>
          <p className="mt-1 text-ink-soft">{t('start.help')}</p>
        </div>
        <Button look="quiet" size="sm" onClick={() => change({ welcomed: true })}>
          {t('start.dismiss')}
        </Button>
      </header>
      <div className="grid border-line border-t md:grid-cols-[16rem_minmax(0,1fr)]">
        <div className="border-line bg-bg p-4 max-md:border-b md:border-r">
          <div
            role="progressbar"
            aria-label={t('start.progress')}
            aria-valuemin={0}
            aria-valuemax={STEPS.length}
            aria-valuenow={over}
            className="mb-3 h-1.5 overflow-hidden rounded-full bg-sunken"
          >
            <div
              className="h-full rounded-full bg-accent transition-[width]"
              style={{ width: `${(over / STEPS.length) * 100}%` }}
            />
          </div>
          <ol className="flex flex-col gap-0.5">
            {STEPS.map((step, at) => {
              const reachable = step === 'audit' || step === 'domain' || start.done.domain
              return (
                <li key={step}>
                  <button
                    type="button"
                    disabled={!reachable}
                    aria-current={step === current ? 'step' : undefined}
                    onClick={() => setChosen(step)}
                    className={cn(
                      'flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left transition-colors',
                      step === current ? 'bg-accent-soft font-medium text-accent-text' : 'text-ink-soft',
                      reachable && step !== current && 'hover:bg-hover',
                    )}
                  >
                    <span
                      aria-hidden
                      className={cn(
                        'grid size-6 shrink-0 place-items-center rounded-full border text-sm',
                        start.done[step]
                          ? 'border-transparent bg-accent text-accent-ink'
                          : 'border-line-strong bg-raised text-ink-soft',
                      )}
                    >
                      {start.done[step] ? <Check size={14} /> : at + 1}
                    </span>
                    {t(`start.${step}.name`)}
                    {isOver(step) && (
                      <span className="sr-only">
                        {t(start.done[step] ? 'start.isDone' : 'start.isSkipped')}
                      </span>
                    )}
                  </button>
                </li>
              )
            })}
          </ol>
        </div>
        <div className="p-5 lg:p-6">
          {current === 'audit' && <AuditStep domain={start.domain} onSkip={() => skip('audit')} />}
          {current === 'domain' && <DomainStep onDone={next} />}
          {current === 'objects' && start.domain && (
            <ObjectsStep domain={start.domain} onDone={next} onSkip={() => skip('objects')} />
          )}
          {current === 'finding' && start.domain && (
            <FindingStep domain={start.domain} onDone={next} onSkip={() => skip('finding')} />
          )}
          {current === 'webhook' && (
            <WebhookStep
              onStay={() => setChosen('webhook')}
              onDone={() => setChosen(null)}
              onSkip={() => skip('webhook')}
            />
          )}
          {current === null && <Ready onClose={() => change({ welcomed: true })} />}
        </div>
      </div>
      {!demo.folder && (
        <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t bg-bg px-5 py-4 lg:px-6">
          <p className="min-w-56 grow basis-72 text-ink-soft">{t('demo.offer')}</p>
          <LoadDemo />
        </footer>
      )}
    </section>
  )
}

function Ready({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col items-start gap-3">
      <PartyPopper size={22} aria-hidden className="text-accent-text" />
      <h3 className="text-lg">{t('start.ready')}</h3>
      <p className="text-ink-soft">{t('start.readyHelp')}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={onClose}>
          {t('start.close')}
        </Button>
        <ButtonLink to="/applied-controls" search={{ layout: 'board' } as never}>
          {t('start.openBoard')}
        </ButtonLink>
        <ButtonLink to="/users/new">{t('start.invite')}</ButtonLink>
      </div>
    </div>
  )
}
