import { ShownOnceDialog } from './ShownOnceDialog.tsx'

export interface RecoveryCodesDialogProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

const copyTexts = {
  idle: '',
  copied: 'Copiados',
  selected: 'No se pudo copiar. Los códigos están seleccionados: cópialos con el teclado o el menú.',
}

export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <ShownOnceDialog
      title="Guarda tus códigos de recuperación"
      description="Cada uno sirve una vez si pierdes tu aplicación o tu llave. No los volveremos a mostrar."
      label="Códigos de recuperación"
      values={codes}
      copyLabel="Copiar códigos"
      doneLabel="Ya los guardé"
      copyTexts={copyTexts}
      onClose={onClose}
    />
  )
}
