import { openFvaClient } from '../../domain/fva/fva-service.ts'
import { causeText, type DoctorFinding, type DoctorOptions, findingsOf } from './finding.ts'

const { ok, error } = findingsOf('fva')

const REMEDY = 'Revisa FVA_BASE_URL, FVA_CERT, FVA_KEY, FVA_CA y la salida a internet del servidor.'

export const examineFva = async ({
  environment: { fva },
}: Pick<DoctorOptions, 'environment'>): Promise<DoctorFinding[]> => {
  if (fva === null) return []
  try {
    const client = await openFvaClient(fva)
    if (await client.isAlive()) return [ok('El Banco Central responde (ValideElServicio).')]
    return [error('El Banco Central dice que su servicio de firma no está disponible.', 'Intenta de nuevo más tarde.')]
  } catch (problem) {
    return [error(`No se pudo hablar con el Banco Central: ${causeText(problem)}.`, REMEDY)]
  }
}
