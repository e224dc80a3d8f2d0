declare module 'virtual:icons' {
  /** By name, as the model document has them. */
  export const icons: Record<string, import('lucide-react').LucideIcon>
}
