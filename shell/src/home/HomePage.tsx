import { useLateTitle } from '../frame/page-arrival.ts'

export default function HomePage() {
  useLateTitle()
  return <h1>Firma documentos PDF en línea</h1>
}
