/**
 * Light, dark, or the system's setting. Stored in the browser for the first paint, and with the person's
 * preferences.
 */
import { useEffect } from 'react'
import { useInterface } from '@/api/user'

export type Theme = 'light' | 'dark' | 'system'

export function applyTheme(theme: Theme) {
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  localStorage.setItem('cairn.theme', theme)
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [ui, change] = useInterface()
  const theme = ui.theme ?? 'system'
  useEffect(() => {
    applyTheme(theme)
    const media = matchMedia('(prefers-color-scheme: dark)')
    const follow = () => applyTheme(theme)
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [theme])
  return [theme, theme => change({ theme })]
}
