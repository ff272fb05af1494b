import { Badge } from 'shared/ui'

/** Its check mark is part of the text (specification, section 2). */
export function SignedBadge() {
  return (
    <Badge tone="success" icon={null}>
      ✓ Firmado
    </Badge>
  )
}
