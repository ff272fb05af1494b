import type { ReactElement } from 'react'
import type { Tone } from 'shared/ui'
import { Badge, ToneIcon } from 'shared/ui'

export const StateBadge = ({ tone = 'neutral', children }: { tone?: Tone; children: string }): ReactElement => (
  <Badge tone={tone} icon={<ToneIcon tone={tone} />}>
    {children}
  </Badge>
)
