"""What a golden set is: item, gold span, document, snapshot, resolution, finding. Pure: no input or output."""
