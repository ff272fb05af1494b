import { PageTitle } from 'shared/ui'
import { useLateTitle } from '../frame/page-arrival.ts'

export default function PalettePage() {
  useLateTitle()
  return <PageTitle>Paleta de colores</PageTitle>
}
