import type { PdfBlock, PdfContent } from './write-pdf.ts'

const clause = (heading: string, ...paragraphs: string[]): PdfBlock[] => [
  { kind: 'heading', text: heading },
  ...paragraphs.map((text) => ({ kind: 'paragraph', text }) as const),
]

export const servicesContract: PdfContent = {
  title: 'Contrato de servicios profesionales',
  header: 'Documento de muestra · Sin valor legal',
  blocks: [
    {
      kind: 'paragraph',
      text: 'Entre quien suscribe como EL CLIENTE y quien suscribe como LA PERSONA CONTRATISTA, ambas mayores de edad y con capacidad para obligarse, se celebra el presente contrato de servicios profesionales, que se regirá por las cláusulas siguientes y, en lo no previsto, por el Código Civil de la República de Costa Rica.',
    },
    ...clause(
      'PRIMERA. Objeto',
      'LA PERSONA CONTRATISTA diseñará, desarrollará y pondrá en funcionamiento un sitio web informativo para EL CLIENTE, según el alcance que las partes acordaron por escrito y que se tiene como parte de este contrato.',
      'Todo trabajo que no esté en ese alcance se cotizará por separado y requerirá la aprobación previa de EL CLIENTE.',
    ),
    ...clause(
      'SEGUNDA. Plazo',
      'El servicio se prestará en un plazo de doce semanas a partir de la firma de este documento por ambas partes. El plazo podrá prorrogarse por acuerdo escrito, sin que ello varíe el precio convenido.',
    ),
    ...clause(
      'TERCERA. Precio y forma de pago',
      'EL CLIENTE pagará la suma de ¢ 2 400 000 (dos millones cuatrocientos mil colones), en tres tractos iguales: el primero a la firma, el segundo con la entrega del diseño y el tercero con la aceptación final.',
      'Los pagos se harán por transferencia bancaria dentro de los ocho días hábiles siguientes a la presentación de la factura electrónica.',
    ),
    ...clause(
      'CUARTA. Obligaciones de LA PERSONA CONTRATISTA',
      'Prestar el servicio con la diligencia de un buen profesional; informar cada semana del avance; corregir sin costo los defectos que EL CLIENTE señale en los treinta días siguientes a la entrega; y guardar reserva de toda información a la que tenga acceso.',
    ),
    ...clause(
      'QUINTA. Obligaciones de EL CLIENTE',
      'Entregar a tiempo los textos, imágenes y accesos necesarios; designar a una persona de enlace con capacidad de decisión; revisar las entregas en un máximo de cinco días hábiles; y pagar en las fechas convenidas.',
    ),
    ...clause(
      'SEXTA. Propiedad intelectual',
      'Con el pago total, los derechos patrimoniales sobre el resultado pasarán a EL CLIENTE. LA PERSONA CONTRATISTA conserva los derechos morales y podrá mencionar el trabajo en su portafolio.',
    ),
    ...clause(
      'SÉTIMA. Terminación',
      'Cualquiera de las partes podrá dar por terminado este contrato con quince días naturales de aviso por escrito. En ese caso se pagará el trabajo efectivamente realizado hasta la fecha.',
    ),
    ...clause(
      'OCTAVA. Solución de controversias',
      'Las diferencias que surjan se resolverán primero por conversación directa y, de no haber acuerdo, por conciliación conforme a la Ley sobre Resolución Alterna de Conflictos y Promoción de la Paz Social.',
    ),
    {
      kind: 'paragraph',
      text: 'Leído lo anterior, ambas partes lo aprueban y firman de forma electrónica, en la fecha que consta en cada firma.',
    },
    { kind: 'signatures', captions: ['EL CLIENTE', 'LA PERSONA CONTRATISTA'] },
  ],
}

export const confidentialityAgreement: PdfContent = {
  title: 'Acuerdo de confidencialidad',
  header: 'Documento de muestra · Sin valor legal',
  blocks: [
    {
      kind: 'paragraph',
      text: 'Las partes que firman al pie, con el propósito de evaluar una posible colaboración, acuerdan proteger la información que se compartan según lo siguiente.',
    },
    ...clause(
      '1. Información confidencial',
      'Es toda información técnica, comercial o financiera que una parte entregue a la otra por cualquier medio y que por su naturaleza deba considerarse reservada, aunque no se indique de forma expresa.',
    ),
    ...clause(
      '2. Uso permitido',
      'La información se usará únicamente para evaluar la colaboración. No se copiará, publicará ni entregará a terceras personas sin autorización escrita de quien la compartió.',
    ),
    ...clause(
      '3. Excepciones',
      'No es confidencial la información que ya era pública, que se recibió legítimamente de otra fuente o cuya entrega exija una autoridad competente.',
    ),
    ...clause(
      '4. Vigencia',
      'Este acuerdo rige desde la última firma y durante dos años. Al terminar, cada parte devolverá o destruirá la información recibida.',
    ),
    { kind: 'signatures', captions: ['PRIMERA PARTE', 'SEGUNDA PARTE'] },
  ],
}
