//! The warnings about formats: whether the literal format of a call of `printf` or `scanf` is valid and fits the types of
//! the arguments, by the rules of gcc's `-Wformat`.

use ir::text::printf::{self, Flags, FormatPiece, Spec};
use ir::text::scanf::{self, Directive, ScanSpec};
use ir::text::{FormatError, FormatErrorKind, Length};
use ir::{Builtin, Scalar};
use syntax::DataModel;
use syntax::ast::{Expr, ExprKind};

use super::Lowerer;
use super::call::{Site, Target};
use super::types::{Type, promote};
use super::warnings::WarningKind;

/// What a format wants of one argument.
#[derive(Debug, Clone, Copy)]
enum Wanted<'f> {
    /// The `int` of a `*`.
    Count,
    /// A value to print.
    Printed(&'f Spec),
    /// A pointer to the object to store in.
    Stored(&'f ScanSpec),
}

impl Lowerer<'_> {
    /// Warns if the format of a call does not fit its arguments, which have these types.
    pub(super) fn check_format(&mut self, site: &Site<'_>, types: &[Type]) {
        let Target::Builtin(builtin) = site.target else {
            return;
        };
        let Some(position) = format_position(builtin) else {
            return;
        };
        let Some((format, args)) = site.args.get(position..).and_then(<[_]>::split_first) else {
            return;
        };
        let reads = matches!(builtin, Builtin::Scanf | Builtin::Fscanf | Builtin::Sscanf);
        let mut literals = Vec::new();
        literals_of(format, &mut literals);
        for literal in literals {
            let given = args.iter().zip(&types[position + 1..]);
            let given: Vec<(&Expr, &Type)> = given.collect();
            if reads {
                self.check_scanned(site, literal, &given);
            } else {
                self.check_printed(site, literal, &given);
            }
        }
    }

    fn check_printed(&mut self, site: &Site<'_>, format: &[u8], args: &[(&Expr, &Type)]) {
        let Some(pieces) = self.parsed(site, format, printf::parse_format(format)) else {
            return;
        };
        let specs = pieces.iter().filter_map(|piece| match piece {
            FormatPiece::Conversion(spec) => Some(spec),
            FormatPiece::Literal(_) => None,
        });
        let specs: Vec<&Spec> = specs.collect();
        if specs.iter().any(|spec| is_misspelled(spec)) {
            self.warn(WarningKind::Format, site.span);
        }
        let wanted = specs.into_iter().flat_map(|spec| {
            let (width, precision) = spec.stars();
            let counts = usize::from(width) + usize::from(precision);
            std::iter::repeat_n(Wanted::Count, counts).chain([Wanted::Printed(spec)])
        });
        self.check_arguments(site, &wanted.collect::<Vec<_>>(), args);
    }

    fn check_scanned(&mut self, site: &Site<'_>, format: &[u8], args: &[(&Expr, &Type)]) {
        let Some(directives) = self.parsed(site, format, scanf::parse_format(format)) else {
            return;
        };
        let wanted = directives.iter().filter_map(|directive| match directive {
            Directive::Conversion(spec) if !spec.suppress => Some(Wanted::Stored(spec)),
            _ => None,
        });
        self.check_arguments(site, &wanted.collect::<Vec<_>>(), args);
    }

    /// A format that has been parsed; `None` if it says nothing about arguments. Warns if it is not valid.
    fn parsed<F>(
        &mut self,
        site: &Site<'_>,
        format: &[u8],
        parsed: Result<Vec<F>, FormatError>,
    ) -> Option<Vec<F>> {
        let is_unknown = match &parsed {
            Ok(_) => false,
            Err(error) => !matches!(error.kind, FormatErrorKind::Unsupported(_)),
        };
        let is_empty = format.is_empty();
        if is_unknown || is_empty || format.contains(&0) {
            self.warn(WarningKind::Format, site.span);
        }
        parsed.ok().filter(|_| !is_empty)
    }

    /// Warns about each argument that is not what the format wants, and about a wrong number of them.
    fn check_arguments(&mut self, site: &Site<'_>, wanted: &[Wanted<'_>], args: &[(&Expr, &Type)]) {
        let model = self.records.model;
        for (wanted, (arg, ty)) in wanted.iter().zip(args) {
            if !is_accepted(*wanted, ty, model) {
                self.warn(WarningKind::Format, arg.span);
            }
        }
        if wanted.len() != args.len() {
            self.warn(WarningKind::Format, site.span);
        }
    }
}

/// Position of the format among the arguments, if arguments for it follow.
fn format_position(builtin: Builtin) -> Option<usize> {
    match builtin {
        Builtin::Printf | Builtin::Scanf => Some(0),
        Builtin::Fprintf
        | Builtin::Sprintf
        | Builtin::Asprintf
        | Builtin::Fscanf
        | Builtin::Sscanf => Some(1),
        Builtin::Snprintf => Some(2),
        _ => None,
    }
}

/// The literals that an expression may be.
fn literals_of<'e>(e: &'e Expr, found: &mut Vec<&'e [u8]>) {
    match &e.kind {
        ExprKind::Str(bytes) => found.push(bytes),
        ExprKind::Conditional(_, Some(a), b) => {
            literals_of(a, found);
            literals_of(b, found);
        }
        _ => {}
    }
}

/// Whether a conversion of `printf` has flags, a precision or a length that say nothing for it.
fn is_misspelled(spec: &Spec) -> bool {
    let has = |flags| spec.flags.has(flags);
    let is_number = spec.is_int() || spec.is_float();
    let is_decimal = matches!(spec.conv, b'd' | b'i' | b'u');
    let has_flag = has(Flags::ZERO) && !is_number
        || (has(Flags::PLUS) || has(Flags::SPACE)) && !(spec.is_signed() || spec.is_float())
        || has(Flags::ALTERNATE) && (is_decimal || !is_number)
        || has(Flags::GROUP) && !(is_decimal || matches!(spec.conv, b'f' | b'F' | b'g' | b'G'));
    let has_ignored_flag = has(Flags::PLUS) && has(Flags::SPACE)
        || has(Flags::ZERO) && (has(Flags::LEFT) || spec.precision.is_some() && spec.is_int());
    let has_precision = spec.precision.is_some() && matches!(spec.conv, b'c' | b'p' | b'n');
    let has_length = match spec.length {
        Length::Default => false,
        Length::Char | Length::Short => !spec.is_int() && spec.conv != b'n',
        Length::Long => spec.conv == b'p',
        Length::LongLong => !spec.is_int() && spec.conv != b'n',
        Length::LongDouble => !spec.is_float(),
    };
    has_flag || has_ignored_flag || has_precision || has_length
}

/// Whether an argument of this type, which has decayed but is not promoted, is what a format wants. Signs do not
/// matter.
fn is_accepted(wanted: Wanted<'_>, ty: &Type, model: DataModel) -> bool {
    if matches!(ty, Type::Unmodelled(_)) {
        return true;
    }
    let is_int_of = |bits: u32| ty.integer().is_some_and(|s| promote(s).bits() == bits);
    let points_to_int_of = |bits: u32| {
        let to = ty.pointee().and_then(Type::integer);
        to.is_some_and(|s| s.bits() == bits && s != Scalar::Bool)
    };
    let is_float = |ty: &Type| matches!(ty, Type::Arith(s) if s.is_float());
    match wanted {
        Wanted::Count => is_int_of(32),
        Wanted::Printed(spec) => match spec.conv {
            b'c' => is_int_of(32),
            b's' if spec.length == Length::Long => points_to_int_of(32),
            b's' => points_to_int_of(8),
            b'p' => matches!(ty, Type::Pointer(_)),
            b'n' => points_to_int_of(spec.length.in_lp64(model).int_bits()),
            _ if spec.is_float() => is_float(ty),
            _ => is_int_of(spec.length.in_lp64(model).int_bits().max(32)),
        },
        Wanted::Stored(spec) => match (ty.pointee(), spec.conv) {
            (None, _) => false,
            (Some(to), b'p') => matches!(to, Type::Pointer(_)),
            (Some(to), _) if spec.is_float() => match spec.length {
                Length::Default => *to == Type::Arith(Scalar::F32),
                Length::Long => *to == Type::Arith(Scalar::F64),
                _ => is_float(to),
            },
            (Some(_), b's' | b'c' | b'[') => points_to_int_of(8),
            (Some(_), _) => points_to_int_of(spec.length.in_lp64(model).int_bits()),
        },
    }
}
