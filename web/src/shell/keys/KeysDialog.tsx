/** All shortcuts, and the switch for single keys. */
import { Fragment } from 'react'
import { useInterface } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { Dialog } from '@/ui/Dialog'
import { Switch } from '@/ui/Switch'
import { useGoals } from './useKeys'

type Line = [keys: string[], does: string]

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [ui, change] = useInterface()
  const goals = useGoals()
  const own: Record<string, string> = {
    h: t('nav.home'),
    m: t('work.mine'),
    i: t('nav.inbox'),
    s: t('settings.title'),
  }
  const everywhere: Line[] = [
    [['Ctrl', 'K'], t('keys.search')],
    [['['], t('keys.fold')],
    [['?'], t('keys.all')],
    [['Ctrl', 'Z'], t('common.undo')],
    [[t('keys.escape')], t('keys.close')],
  ]
  const lists: Line[] = [
    [['j'], t('keys.down')],
    [['k'], t('keys.up')],
    [[t('keys.enter')], t('keys.open')],
    [[t('keys.space')], t('keys.preview')],
    [['x'], t('keys.select')],
    [['e'], t('keys.edit')],
  ]
  const records: Line[] = [
    [['j'], t('keys.next')],
    [['k'], t('keys.previous')],
    [['Ctrl', t('keys.enter')], t('keys.save')],
  ]
  const audits: Line[] = [
    [['1', '–', '5'], t('keys.setResult')],
    [[t('keys.shift'), '0', '–', '9'], t('keys.setScore')],
    [['e'], t('keys.observe')],
    [['c'], t('keys.write')],
    [['a'], t('keys.assign')],
    [['x'], t('keys.tick')],
    [['o'], t('keys.oneByOne')],
  ]
  const work: Line[] = [
    [['e'], t('keys.complete')],
    [['h'], t('keys.snooze')],
    [['a'], t('keys.reassign')],
    [['z'], t('common.undo')],
  ]
  const calendar: Line[] = [
    [['←', '↑', '→', '↓'], t('keys.days')],
    [['t'], t('keys.today')],
    [['m'], t('keys.month')],
    [['w'], t('keys.week')],
    [['l'], t('keys.list')],
  ]
  return (
    <Dialog open onClose={onClose} title={t('keys.title')} size="lg">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <Group title={t('keys.everywhere')} lines={everywhere} />
        <Group title={t('keys.lists')} lines={lists} />
        <Group
          title={t('keys.goTo')}
          lines={goals.map(({ key, label }) => [['g', key], label || (own[key] ?? '')])}
        />
        <Group title={t('keys.records')} lines={records} />
        <Group title={t('keys.work')} lines={work} />
        <Group title={t('keys.calendar')} lines={calendar} />
        <Group title={t('keys.audits')} lines={audits} />
      </div>
      <div className="mt-6 flex items-start gap-3 border-line border-t pt-4">
        <Switch
          label={t('keys.alone')}
          describedBy="keys-alone"
          checked={ui.keys !== false}
          onChange={keys => change({ keys })}
        />
        <div>
          <p className="font-medium">{t('keys.alone')}</p>
          <p id="keys-alone" className="text-ink-soft text-sm">
            {t('keys.aloneHelp')}
          </p>
        </div>
      </div>
    </Dialog>
  )
}

function Group({ title, lines }: { title: string; lines: Line[] }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold text-sm">{title}</h3>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-y-1.5 text-sm">
        {lines.map(([keys, does]) => (
          <Fragment key={does}>
            <dt className="text-ink-soft">{does}</dt>
            <dd className="flex justify-end gap-1">
              {keys.map(key => (
                <kbd
                  key={key}
                  className="min-w-6 rounded border border-line bg-bg px-1.5 py-px text-center font-sans text-ink-soft text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
