/** Sidebar, top bar and the page. On a narrow screen the sidebar is behind a button. */
import { Outlet, useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstant } from '@/api/useInstant'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { focusPage } from '@/ui/focus'
import { Failed, Loading } from '@/ui/States'
import { useTheme } from '@/ui/theme'
import { CatchErrors } from './CatchErrors'
import { Mark } from './Mark'
import { OfflineBanner } from './OfflineBanner'
import { Sidebar } from './Sidebar'
import { PastForm, useIsPastForm } from './time/PastForm'
import { TimeBar } from './time/TimeBar'
import { TimeButton } from './time/TimeButton'

const Palette = lazy(() => import('./Palette'))

export function Shell() {
  const { t } = useTranslation()
  const [palette, setPalette] = useState(false)
  const [menu, setMenu] = useState(false)
  const path = useLocation({ select: location => location.pathname })
  const at = useInstant() ?? ''
  const pastForm = useIsPastForm()
  useTheme()
  const shown = useRef({ path, at })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes what lay over the old one
  useEffect(() => {
    setMenu(false)
    setPalette(false)
  }, [path])
  useEffect(() => {
    const before = shown.current
    shown.current = { path, at }
    // The first page begins at the top, and steps in time leave the focus on the way they are made.
    if (before.path !== path || (before.at && !at)) focusPage()
  }, [path, at])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setPalette(open => !open)
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  const search = () => setPalette(true)
  return (
    <div data-scroll className="flex h-dvh overflow-hidden">
      <a href="#content" className="skip rounded-md bg-accent px-3 py-2 text-accent-ink">
        {t('common.skip')}
      </a>
      <aside className="hidden w-60 shrink-0 border-line border-r bg-bg lg:block">
        <Sidebar onSearch={search} />
      </aside>
      <div className="flex min-w-0 grow flex-col bg-surface">
        <header data-no-print className="flex items-center gap-2 border-line border-b px-3 py-2 lg:hidden">
          <Button
            look="quiet"
            icon={<MenuIcon size={18} />}
            label={t('nav.menu')}
            onClick={() => setMenu(true)}
          />
          <Mark size={24} />
          <span className="grow font-semibold">Cairn</span>
          <TimeButton />
          <Button look="quiet" icon={<Search size={18} />} label={t('nav.searchOrJump')} onClick={search} />
        </header>
        <OfflineBanner />
        <TimeBar />
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
            <Suspense fallback={<Loading />}>{pastForm ? <PastForm /> : <Outlet />}</Suspense>
          </CatchErrors>
        </main>
      </div>
      <Dialog open={menu} onClose={() => setMenu(false)} title={t('nav.label')} bare side="left">
        <Sidebar onSearch={search} />
      </Dialog>
      {palette && (
        <Suspense fallback={null}>
          <Palette onClose={() => setPalette(false)} />
        </Suspense>
      )}
    </div>
  )
}
