import { icons } from 'virtual:icons'
import { Box, type LucideIcon } from 'lucide-react'

/** An icon by the name that the model document gives it. A newer server may know more of them. */
export function iconNamed(name: string | undefined): LucideIcon {
  return (name && icons[name]) || Box
}
