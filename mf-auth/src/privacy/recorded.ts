export const recordedData: readonly { readonly what: string; readonly why: string }[] = [
  {
    what: 'Nombre y email',
    why: 'Para invitar a firmar, mostrar quién firmó, avisar por correo y recuperar la cuenta.',
  },
  {
    what: 'Otras direcciones de correo',
    why: 'Las agregas tú en tu perfil, para ver en tu cuenta lo que te piden firmar en ellas.',
  },
  {
    what: 'Teléfono, país, ciudad y empresa',
    why: 'Los escribes tú en tu perfil; no se muestran a nadie más.',
  },
  {
    what: 'Identificación que indicas al firmar',
    why: 'Queda en la evidencia de la firma. Con tarjeta, la que está en tu certificado.',
  },
  {
    what: 'Firma dibujada',
    why: 'Va dentro del PDF. Si la guardas en tu cuenta, se conserva para usarla de nuevo.',
  },
  {
    what: 'Documentos',
    why: 'Cada versión, para mostrarla, firmarla y probar que no cambió.',
  },
  {
    what: 'Dirección IP y navegador',
    why: 'De cada paso al firmar, como evidencia; de tus sesiones, para que reconozcas las que no son tuyas.',
  },
  {
    what: 'Fecha y hora',
    why: 'De cada paso: invitación, lectura, firma, descarga, rechazo. Forman el registro del documento.',
  },
  {
    what: 'Correos enviados',
    why: 'A quién, de qué tipo y cuándo, para saber si llegaron.',
  },
  {
    what: 'Contraseñas, códigos y enlaces',
    why: 'Se guarda solo su huella, que no permite leerlos.',
  },
]
