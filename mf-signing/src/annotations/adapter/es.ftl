# What pdf.js's annotation editor says, by its own ids. A test holds this list against the installed pdf.js.

pdfjs-page-landmark =
    .aria-label = Página { $page }

# While a text is selected
pdfjs-highlight-floating-button1 =
    .title = Resaltar
    .aria-label = Resaltar
pdfjs-highlight-floating-button-label = Resaltar
pdfjs-comment-floating-button =
    .title = Comentar
    .aria-label = Comentar
pdfjs-comment-floating-button-label = Comentar

# Annotations
pdfjs-free-text2 =
    .aria-label = Texto
    .default-content = Escribe aquí…
pdfjs-editor-highlight-editor =
    .aria-label = Resaltado
pdfjs-editor-ink-editor =
    .aria-label = Dibujo
pdfjs-editor-stamp-editor =
    .aria-label = Imagen
pdfjs-editor-signature-editor1 =
    .aria-label = Firma
    .aria-description = Firma: { $description }

pdfjs-editor-highlight-added-alert = Resaltado agregado
pdfjs-editor-freetext-added-alert = Texto agregado
pdfjs-editor-ink-added-alert = Dibujo agregado
pdfjs-editor-stamp-added-alert = Imagen agregada
pdfjs-editor-signature-added-alert = Firma agregada

# The toolbar of a selected one
pdfjs-editor-remove-highlight-button =
    .title = Eliminar el resaltado
pdfjs-editor-remove-freetext-button =
    .title = Eliminar el texto
pdfjs-editor-remove-ink-button =
    .title = Eliminar el dibujo
pdfjs-editor-remove-stamp-button =
    .title = Eliminar la imagen
pdfjs-editor-remove-signature-button =
    .title = Eliminar la firma
pdfjs-editor-add-comment-button =
    .title = Agregar un comentario
pdfjs-show-comment-button =
    .title = Mostrar el comentario

pdfjs-editor-colorpicker-button =
    .title = Cambiar el color
pdfjs-editor-colorpicker-dropdown =
    .aria-label = Colores
pdfjs-editor-colorpicker-yellow =
    .title = Amarillo
pdfjs-editor-colorpicker-green =
    .title = Verde
pdfjs-editor-colorpicker-blue =
    .title = Azul
pdfjs-editor-colorpicker-pink =
    .title = Rosado
pdfjs-editor-colorpicker-red =
    .title = Rojo
pdfjs-editor-color-picker-free-text-input =
    .title = Cambiar el color del texto
pdfjs-editor-color-picker-ink-input =
    .title = Cambiar el color del dibujo

# Alternative text
pdfjs-editor-alt-text-button =
    .aria-label = Texto alternativo
pdfjs-editor-alt-text-button-label = Texto alternativo
pdfjs-editor-alt-text-edit-button =
    .aria-label = Editar el texto alternativo
pdfjs-editor-alt-text-decorative-tooltip = Marcada como decorativa
pdfjs-editor-new-alt-text-missing-button =
    .aria-label = Falta el texto alternativo
pdfjs-editor-new-alt-text-missing-button-label = Agregar texto alternativo
pdfjs-editor-new-alt-text-to-review-button =
    .aria-label = Revisar el texto alternativo
pdfjs-editor-new-alt-text-to-review-button-label = Revisar texto alternativo
pdfjs-editor-new-alt-text-added-button =
    .aria-label = Texto alternativo agregado
pdfjs-editor-new-alt-text-added-button-label = Texto alternativo agregado
# A proposal that somebody has confirmed in our dialog is theirs.
pdfjs-editor-new-alt-text-generated-alt-text-with-disclaimer = { $generatedAltText }

# Handles
pdfjs-editor-resizer-top-left =
    .aria-label = Esquina superior izquierda: cambiar el tamaño
pdfjs-editor-resizer-top-middle =
    .aria-label = Borde superior: cambiar el tamaño
pdfjs-editor-resizer-top-right =
    .aria-label = Esquina superior derecha: cambiar el tamaño
pdfjs-editor-resizer-middle-right =
    .aria-label = Borde derecho: cambiar el tamaño
pdfjs-editor-resizer-bottom-right =
    .aria-label = Esquina inferior derecha: cambiar el tamaño
pdfjs-editor-resizer-bottom-middle =
    .aria-label = Borde inferior: cambiar el tamaño
pdfjs-editor-resizer-bottom-left =
    .aria-label = Esquina inferior izquierda: cambiar el tamaño
pdfjs-editor-resizer-middle-left =
    .aria-label = Borde izquierdo: cambiar el tamaño

# Annotations that the file brought along
pdfjs-text-annotation-type =
    .alt = [Anotación { $type }]
pdfjs-annotation-date-time-string = { DATETIME($dateObj, dateStyle: "short", timeStyle: "medium") }
