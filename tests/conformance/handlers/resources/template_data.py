"""Give what was asked for."""

from pro_context_contract.conformance.models import TemplateDataContent, TemplateDataParameters


async def handle(parameters: TemplateDataParameters, docs: object) -> TemplateDataContent:
    """Give what was asked for."""
    return TemplateDataContent(id=parameters.id, template_test=True, data=f"Data for ID: {parameters.id}")
