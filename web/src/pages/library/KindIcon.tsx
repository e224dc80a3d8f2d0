import {
  BookOpenCheck,
  Gauge,
  Grid3x3,
  Library,
  type LucideIcon,
  Route,
  ShieldCheck,
  Waypoints,
  Zap,
} from 'lucide-react'
import { cn } from '@/ui/cn'

const ICONS: Record<string, LucideIcon> = {
  frameworks: BookOpenCheck,
  risk_matrices: Grid3x3,
  requirement_mapping_sets: Waypoints,
  reference_controls: ShieldCheck,
  threats: Zap,
  metric_definitions: Gauge,
  preset: Route,
}

/** What a library is mostly about. */
export function KindIcon({ kind, className }: { kind?: string; className?: string }) {
  const Icon = ICONS[kind ?? ''] ?? Library
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-text',
        className,
      )}
    >
      <Icon size={18} />
    </span>
  )
}
