import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useModel } from '@/api/model'
import { groupAt, SETTINGS, useNavigation } from '../navigation'

/** The last page outside of the settings. */
let before = '/'

/** Whether the page that is shown belongs to the settings. */
export function useInSettings(): boolean {
  const path = useLocation({ select: location => location.pathname })
  const group = groupAt(useNavigation(), useModel(), path)
  const inside = path === SETTINGS || !!group?.settings
  useEffect(() => {
    if (!inside) before = path
  }, [inside, path])
  return inside
}

/** The page before the settings. */
export const wayBack = () => before
