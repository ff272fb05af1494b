import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactElement } from 'react'

/** Always pair a tone with an icon and text. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'error'

const icons = {
  neutral: Info,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
}

export const ToneIcon = ({ tone }: { tone: Tone }): ReactElement => {
  const Icon = icons[tone]
  return <Icon />
}
