/**
 * Navigation, top bar and the page. With less room the navigation is collapsed to icons, on a phone it is
 * behind a button.
 */
import { Outlet, useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useDomains } from '@/api/domains'
import { useDraft, useDraftBorder } from '@/api/useDraft'
import { useInstant } from '@/api/useInstant'
import { useInterface } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { type Page, pages } from '@/pages'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Dialog } from '@/ui/Dialog'
import { focusPage } from '@/ui/focus'
import { Failed, Loading } from '@/ui/States'
import { useTheme } from '@/ui/theme'
import { useFrame } from '@/ui/useFrame'
import { Bell } from './Bell'
import { CatchErrors } from './CatchErrors'
import { useEscapeBack } from './keys/useEscape'
import { useKeys } from './keys/useKeys'
import { OfflineBanner } from './OfflineBanner'
import { CRUMB_SLOT } from './PageHeader'
import { Rail } from './Rail'
import { Sidebar } from './Sidebar'
import { PastForm, useIsPastForm } from './time/PastForm'
import { TimeBar } from './time/TimeBar'
import { TimeButton } from './time/TimeButton'
import { UnknownTime } from './time/UnknownTime'
import { endStarting, useStarting } from './whatif/starting'
import { UnknownDraft } from './whatif/UnknownDraft'

const Palette = lazy(() => import('./palette/Palette'))
const KeysDialog = lazy(() => import('./keys/KeysDialog'))
const WhatIfBar = lazy(() => import('./whatif/WhatIfBar'))
const StartDialog = lazy(() => import('./whatif/StartDialog'))

/** What lies over the page. */
type Over = 'palette' | 'keys' | 'menu' | null

/** Whether a path is that of one of some pages. */
const among = (some: Page[]) => {
  const addresses = some.map(
    page => new RegExp(`^${page.path.replaceAll(/\$\w+/g, '(?!new$|import$)[^/]+')}$`),
  )
  return (path: string) => addresses.some(address => address.test(path))
}
/** Pages that need the width start with the navigation collapsed, whatever the person prefers elsewhere. */
const isWide = among(pages.filter(page => page.wide))
const isAlone = among(pages.filter(page => page.alone))

export function Shell() {
  const { t } = useTranslation()
  const [over, setOver] = useState<Over>(null)
  const path = useLocation({ select: location => location.pathname })
  const at = useInstant() ?? ''
  const draft = useDraft()
  const starting = useStarting()
  useDraftBorder()
  const pastForm = useIsPastForm()
  const frame = useFrame()
  const [ui, change] = useInterface()
  const { unknown } = useDomains()
  useTheme()
  const shown = useRef({ path, at })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes what lay over the old one
  useEffect(() => setOver(null), [path])
  useEffect(() => {
    const before = shown.current
    shown.current = { path, at }
    // The first page starts at the top, and steps in time keep the focus on their button.
    if (before.path !== path || (before.at && !at)) focusPage()
  }, [path, at])
  const close = () => setOver(null)
  const search = () => setOver('palette')
  const keys = () => setOver('keys')
  // Without room for both, the full navigation covers the page while it is open.
  const wide = isWide(path)
  const alone = isAlone(path)
  const [opened, setOpened] = useState(false)
  const fold = () =>
    frame !== 'wide' ? setOver('menu') : wide ? setOpened(!opened) : change({ rail: !ui.rail })
  useKeys({ search: () => setOver(now => (now === 'palette' ? null : 'palette')), keys, fold })
  useEscapeBack()
  const folded = frame === 'middle' || (wide ? !opened : ui.rail)
  return (
    <div data-scroll className={cn('flex h-dvh overflow-hidden', draft && 'what-if')}>
      <a href="#content" className="skip rounded-md bg-accent px-3 py-2 text-accent-ink">
        {t('common.skip')}
      </a>
      {frame !== 'narrow' && !alone && (
        <aside
          className={
            folded ? 'w-14 shrink-0 border-line border-r bg-bg' : 'w-60 shrink-0 border-line border-r bg-bg'
          }
        >
          {folded ? (
            <Rail onSearch={search} onKeys={keys} onUnfold={fold} />
          ) : (
            <Sidebar onSearch={search} onKeys={keys} onFold={fold} />
          )}
        </aside>
      )}
      <div className="flex min-w-0 grow flex-col bg-surface">
        {frame === 'narrow' && !alone && (
          <header data-no-print className="flex items-center gap-2 border-line border-b px-3 py-2">
            <Button
              look="quiet"
              className="size-11"
              icon={<MenuIcon size={18} />}
              label={t('nav.menu')}
              onClick={() => setOver('menu')}
            />
            <div id={CRUMB_SLOT} className="min-w-0 grow" />
            <TimeButton className="size-11 border-transparent bg-transparent" />
            <Bell className="size-11" />
            <Button
              look="quiet"
              className="size-11"
              icon={<Search size={18} />}
              label={t('nav.searchOrJump')}
              onClick={search}
            />
          </header>
        )}
        <OfflineBanner />
        <TimeBar />
        {draft && (
          <Suspense>
            <WhatIfBar id={draft} />
          </Suspense>
        )}
        <main
          id="content"
          tabIndex={-1}
          className="relative flex min-h-0 grow flex-col overflow-y-auto outline-none"
          data-scroll
        >
          <CatchErrors
            key={`${path} ${at}`}
            fallback={(error, retry) => <Failed error={error} retry={retry} />}
          >
            <Suspense fallback={<Loading />}>
              {unknown ? (
                draft ? (
                  <UnknownDraft error={unknown} />
                ) : (
                  <UnknownTime error={unknown} />
                )
              ) : pastForm ? (
                <PastForm />
              ) : (
                <Outlet />
              )}
            </Suspense>
          </CatchErrors>
        </main>
      </div>
      <Dialog open={over === 'menu'} onClose={close} title={t('nav.label')} bare side="left">
        <Sidebar onSearch={search} onKeys={keys} />
      </Dialog>
      <Suspense fallback={null}>
        {over === 'palette' && <Palette onClose={close} onKeys={keys} />}
        {over === 'keys' && <KeysDialog onClose={close} />}
        {starting && <StartDialog about={starting} onClose={endStarting} />}
      </Suspense>
    </div>
  )
}
