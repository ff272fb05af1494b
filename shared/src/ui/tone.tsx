import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactElement } from 'react'

/** What a message means. A tone never stands alone: an icon and words say the same. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'error'

const icons = {
  neutral: Info,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
}

/** The icon that goes with a tone; decoration, since the text beside it says the same. */
export const ToneIcon = ({ tone }: { tone: Tone }): ReactElement => {
  const Icon = icons[tone]
  return <Icon />
}
