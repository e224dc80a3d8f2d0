/** Pages that someone keeps at hand, at the top of the navigation. */
import { useLocation } from '@tanstack/react-router'
import { type Model, useModel } from '@/api/model'
import { type Pin, useInterface } from '@/api/user'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { pages } from '@/pages'
import { resolve } from '@/resource/address'
import { iconNamed } from '@/ui/icons'
import { toast } from '@/ui/Toast'

const MOST = 7
const NONE: Pin[] = []

/** What an address leads to, if one may want to come back to it: a list, an object, a page of the navigation. */
export function destination(model: Model, path: string) {
  const place = resolve(model, path)
  if (place.kind === 'list' || place.kind === 'item') return place
  const page = pages.find(one => one.path === path && one.module && path !== '/')
  return page ? { kind: 'page' as const, page } : undefined
}

/** Pins and recent pages as links: with icons, and lists under the name that they have now. */
export function useShortcut() {
  const model = useModel()
  const labels = useLabels()
  const { t } = useTranslation()
  return ({ to, title }: Pin) => {
    const found = destination(model, to)
    if (!found) return undefined
    if (found.kind === 'page')
      return { to, label: t(found.page.title), icon: found.page.icon ?? iconNamed('') }
    const icon = iconNamed(found.resource.icon)
    if (found.kind === 'list')
      return { to, label: labels.plural(found.resource), icon, resource: found.resource }
    return { to, label: title, icon, resource: found.resource }
  }
}

export function usePins() {
  const { t } = useTranslation()
  const [ui, change] = useInterface()
  const pins = ui.pins ?? NONE
  const isPinned = (to: string) => pins.some(pin => pin.to === to)
  const toggle = (to: string, title: string) => {
    if (isPinned(to)) change({ pins: pins.filter(pin => pin.to !== to) })
    else if (pins.length >= MOST) toast.bad(new Error(t('nav.pinLimit', { count: MOST })))
    else change({ pins: [...pins, { to, title }] })
  }
  return { pins, isPinned, toggle, change }
}

/** The page that is shown, if it can be pinned. */
export function usePinnable(): string | undefined {
  const path = useLocation({ select: location => location.pathname })
  return destination(useModel(), path) ? path : undefined
}
